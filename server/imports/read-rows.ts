import { FileProblem } from './file-problem.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { SheetRow } from './sheet-row.ts';

const ZIP = Buffer.from('PK\u0003\u0004');

async function* join(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Nothing beyond the limit. */
async function* limited(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void, undefined> {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.length;
    if (count > most) throw new FileProblem('TOO_LARGE');
    yield piece;
  }
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * The rows of a file, CSV or XLSX, whatever it is called: a CSV file as it comes, a spreadsheet once it is there.
 * @param most how many bytes it may have
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
  if (start.subarray(0, ZIP.length).equals(ZIP)) yield* readXlsx(await whole(join(start, rest)));
  else yield* readCsv(join(start, rest));
}
