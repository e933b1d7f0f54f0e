import { FileProblem, resume, type Sheet, type SheetFacts, type SheetRow } from '../sheet.ts';
import { PackedFile } from './packed-file.ts';
import { type CountNames, readCsv } from './read-csv.ts';
import { readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';

/** What no text of a table has in its first bytes: a control character, or the beginning of HTML, XML, PDF, RTF or JSON. */
const NO_TABLE = /^\uFEFF?\s*(?:<|%PDF|\{\\rtf|[[{]\s*["{[])|[^\t\n\v\f\r -\uFFFF]/;

/** The older Office, which also wraps a spreadsheet with a password. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PASSWORD = Buffer.from('EncryptedPackage', 'utf16le');
const ZIP = Buffer.from('PK\u0003\u0004');
/** The byte order marks of UTF-16. */
const UTF_16 = /^(?:fffe|feff)/;
/** So many bytes show whether it is a table. */
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
    if (file.has('content.xml')) yield* readOds(file, facts);
    else yield* readXlsx(file, facts);
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
  if (start.subarray(0, OLE.length).equals(OLE)) {
    const isLocked = (await readAll(whole, most)).includes(PASSWORD);
    throw new FileProblem(isLocked ? 'PASSWORD' : 'OTHER_FORMAT');
  }
  if (UTF_16.test(start.toString('hex', 0, 2))) throw new FileProblem('ENCODING');
  if (NO_TABLE.test(start.toString('utf8', 0, FIRST_BYTES))) throw new FileProblem('OTHER_FORMAT');
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
