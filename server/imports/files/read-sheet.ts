import { FileProblem, resume, type Sheet, type SheetFacts, type SheetRow } from '../sheet.ts';
import { PackedFile } from './packed-file.ts';
import { type CountNames, readCsv, utf16Of } from './read-csv.ts';
import { readOds } from './read-ods.ts';
import { findWorkbook, readXlsx } from './read-xlsx.ts';

/** The first bytes of files that are often sent for a list, as Latin letters, where they stand, and their formats. */
const STARTS: readonly (readonly [string, number, string])[] = [
  ['%PDF', 0, 'PDF'],
  ['\x89PNG', 0, 'PNG'],
  ['\xFF\xD8\xFF', 0, 'JPEG'],
  ['GIF8', 0, 'GIF'],
  ['II*\0', 0, 'TIFF'],
  ['MM\0*', 0, 'TIFF'],
  ['WEBP', 8, 'WebP'],
  ['ftyphei', 4, 'HEIC'],
  ['ftyphev', 4, 'HEIC'],
  ['ftypmif', 4, 'HEIC'],
  ['ftypmsf', 4, 'HEIC'],
  ['ftypavi', 4, 'AVIF'],
  ['ftypcrx', 4, 'CR3'],
  ['ftypqt', 4, 'QuickTime'],
  ['ftyp', 4, 'MP4'],
  ['JXL \r\n', 4, 'JPEG XL'],
  ['jP  \r\n', 4, 'JPEG 2000'],
  ['8BPS', 0, 'Photoshop'],
  ['\x1F\x8B', 0, 'GZIP'],
  ['\xFD7zXZ', 0, 'XZ'],
  ['7z\xBC\xAF', 0, '7-Zip'],
  ['Rar!', 0, 'RAR'],
  ['{\\rtf', 0, 'RTF'],
  ['SQLite format 3', 0, 'SQLite'],
  ['Standard ', 4, 'Access'],
  ['PAR1', 0, 'Parquet'],
  ['\0\0\x01\0', 0, 'ICO'],
  ['\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 0, 'OLE'],
  // A workbook without the container of Office, as older programs write it.
  ...['\x09\0\x04\0', '\x09\x02\x06\0', '\x09\x04\x06\0', '\x09\x08'].map(
    (bytes) => [bytes, 0, 'Excel 97-2003 (.xls)'] as const,
  ),
];
/** How texts of other formats begin. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype html|html|head|meta|body|table|style)\b/i, 'HTML'],
  [/^\s*(?:<[?!][^>]*>\s*)*<svg[ >]/i, 'SVG'],
  [/^\s*<(?:\?xml|!--|\w+[ >:])/i, 'XML'],
  [/^\s*[[{]\s*["{[]/, 'JSON'],
  [/^MIME-Version:/i, 'MHTML'],
  [/^ID;P/, 'SYLK'],
  [/^TABLE\r?\n0,1\r?\n/, 'DIF'],
  [/^BM[^]{1,4}\0{4}/, 'BMP'],
];
/** The types of the tables of dBase, in their first byte. */
const DBASE = new Set([0x02, 0x03, 0x30, 0x31, 0x32, 0x83, 0x8b, 0xf5]);

/** Parts of packed files in lower case, and the names of their formats. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^xl\/workbook\.bin$/, 'Excel XLSB'],
  [/^index\/.*\.iwa$|^index\.zip$/, 'Numbers'],
  [/^word\//, 'Word'],
  [/^ppt\//, 'PowerPoint'],
];

/** After the type stands the day of the last change: year, month, day. The number of rows is below 16 million. */
function isDbase([type = 0, , month = 0, day = 0, , , , rows]: Buffer): boolean {
  return DBASE.has(type) && month >= 1 && month <= 12 && day >= 1 && day <= 31 && rows === 0;
}

/** The format of a file that is no table, by its first bytes; `OLE` for one of the older Office. */
function formatOf(start: Buffer): string | undefined {
  const letters = start.toString('latin1');
  const text = start.toString('utf8').replace(/^\uFEFF/, '');
  const found =
    STARTS.find(([bytes, at]) => letters.startsWith(bytes, at))?.[2] ??
    TEXTS.find(([begins]) => begins.test(text))?.[1];
  return found ?? (isDbase(start) ? 'dBase' : undefined);
}

/** Whether no text begins so. Two bytes a letter have a zero beside each. */
function isBinary(start: Buffer): boolean {
  const label = utf16Of(start);
  return label === undefined ? start.includes(0) : new TextDecoder(label).decode(start).includes('\0');
}

/** The format of a packed file that is no spreadsheet, by the names of its parts. */
function packedFormatOf(names: Iterable<string>): string {
  const all = [...names];
  return PARTS.find(([part]) => all.some((name) => part.test(name)))?.[1] ?? 'ZIP';
}

function isIn(bytes: Buffer, name: string): boolean {
  return bytes.includes(Buffer.from(name, 'utf16le'));
}

/** Why a file of the older Office, or one with a password, cannot be read. */
function problemOfOle(bytes: Buffer): FileProblem {
  if (isIn(bytes, 'EncryptedPackage')) return new FileProblem('PASSWORD');
  if (isIn(bytes, 'WordDocument')) return new FileProblem('OTHER_FORMAT', { format: 'Word 97-2003' });
  if (isIn(bytes, 'Workbook') || isIn(bytes, 'Book'))
    return new FileProblem('OTHER_FORMAT', { format: 'Excel 97-2003 (.xls)' });
  return new FileProblem('OTHER_FORMAT', { format: 'Office 97-2003' });
}

const ZIP = Buffer.from('PK\u0003\u0004');
/** So many bytes show what kind of file it is. */
const FIRST_BYTES = 512;

/** Throws when the bytes exceed the limit. */
async function* limited(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void, undefined> {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.length;
    if (count > most) throw new FileProblem('TOO_LARGE');
    yield piece;
  }
}

/** The file in one piece. What is not written of that piece takes no memory. */
async function readAll(bytes: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(most);
  let length = 0;
  for await (const piece of bytes) length += piece.copy(whole, length);
  return whole.subarray(0, length);
}

async function* readPacked(bytes: Buffer, facts: SheetFacts): AsyncGenerator<SheetRow, void, undefined> {
  try {
    const file = await PackedFile.open(bytes);
    const format = packedFormatOf(file.names);
    const workbook = await findWorkbook(file);
    if (format !== 'ZIP') throw new FileProblem('OTHER_FORMAT', { format });
    if (file.has(workbook)) yield* readXlsx(file, workbook, facts);
    else if (file.has('content.xml')) yield* readOds(file, facts);
    else throw new FileProblem('OTHER_FORMAT', { format });
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('UNREADABLE');
  }
}

async function* readRows(
  bytes: AsyncIterable<Buffer>,
  { most, countNames }: ReadOptions,
  facts: SheetFacts,
): AsyncGenerator<SheetRow, void, undefined> {
  const rest = limited(bytes, most);
  let start = Buffer.alloc(0);
  while (start.length < FIRST_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  const whole = resume(start.length > 0 ? [start] : [], rest);
  if (start.subarray(0, ZIP.length).equals(ZIP)) {
    yield* readPacked(await readAll(whole, most), facts);
    return;
  }
  const format = formatOf(start.subarray(0, FIRST_BYTES));
  if (format === 'OLE') throw problemOfOle(await readAll(whole, most));
  if (format !== undefined) throw new FileProblem('OTHER_FORMAT', { format });
  if (isBinary(start.subarray(0, FIRST_BYTES))) throw new FileProblem('UNREADABLE');
  yield* readCsv(whole, countNames, facts);
}

interface ReadOptions {
  /** The maximum size in bytes. */
  readonly most: number;
  readonly countNames: CountNames;
  /** Whether hidden rows are read too. */
  readonly withHidden?: boolean;
}

/**
 * Opens a CSV, XLSX or ODS file, whatever its name. A CSV file is read while it arrives, a spreadsheet when it is
 * complete. Its rows throw FileProblem.
 */
export function openSheet(bytes: AsyncIterable<Buffer>, options: ReadOptions): Sheet {
  const facts: SheetFacts = options.withHidden === true ? { withHidden: true } : {};
  return { facts, rows: readRows(bytes, options, facts) };
}
