import { FileProblem } from '../file-problem.ts';
import type { Sheet, SheetFacts, SheetRow } from '../sheet.ts';
import { utf16Of } from './decode-text.ts';
import { formatOf, packedFormatOf, problemOfOle } from './file-format.ts';
import { PackedFile } from './packed-file.ts';
import { type CountNames, readCsv } from './read-csv.ts';
import { readOds } from './read-ods.ts';
import { findWorkbook, readXlsx } from './read-xlsx.ts';

const ZIP = Buffer.from('PK\u0003\u0004');
/** So many bytes show what kind of file it is. */
const FIRST_BYTES = 512;

async function* join(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

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
  const whole = join(start, rest);
  if (start.subarray(0, ZIP.length).equals(ZIP)) {
    yield* readPacked(await readAll(whole, most), facts);
    return;
  }
  const format = formatOf(start.subarray(0, FIRST_BYTES));
  if (format === 'OLE') throw problemOfOle(await readAll(whole, most));
  if (format !== undefined) throw new FileProblem('OTHER_FORMAT', { format });
  if (utf16Of(start) === undefined && start.subarray(0, FIRST_BYTES).includes(0)) throw new FileProblem('UNREADABLE');
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
