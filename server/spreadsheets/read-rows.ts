import { FileProblem } from '#server/domain/imports/file-problem.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { SheetRow } from '#server/domain/imports/sheet-row.ts';

const ZIP = Buffer.from('PK\u0003\u0004');

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

async function readAll(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Reads the rows of a CSV or XLSX file, whatever its name. A CSV file is read while it arrives, a spreadsheet when it
 * is complete.
 * @param most the maximum size in bytes
 * @throws FileProblem
 */
export async function* readRows(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<SheetRow, void, undefined> {
  const rest = limited(bytes, most);
  let start = Buffer.alloc(0);
  while (start.length < ZIP.length) {
    const next = await rest.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  if (start.subarray(0, ZIP.length).equals(ZIP)) yield* readXlsx(await readAll(join(start, rest)));
  else yield* readCsv(join(start, rest));
}
