import { FileProblem } from './file-problem.ts';
import type { ImportDefinition } from './import-kind.ts';
import {
  FIRST_ROWS,
  type Header,
  type MappedColumn,
  placeOfHeader,
  readHeader,
  readLine,
  requireColumns,
} from './read-line.ts';
import type { LineBatch, SheetRow, StoredHeader } from './sheet.ts';

/** The maximum numbers of lines and of characters that are stored at once. */
const [BATCH_LINES, BATCH_LENGTH] = [1000, 512 * 1024];

/** What is told of the meaning of a file. */
interface Meaning {
  readonly kind: ImportDefinition;
  readonly meant: readonly MappedColumn[];
  /** The day in Europe/Rome. */
  readonly today: string;
}

function toStored({ line, names, columns, ignored }: Header, kind: ImportDefinition): StoredHeader {
  return {
    columns: [...names],
    report_columns: names.map((name, index) => columns[index]?.name ?? name),
    ignored_columns: [...ignored],
    head_line: line,
    free_columns: kind.columns.filter((column) => !columns.includes(column)).map(({ name }) => name),
  };
}

async function* join(first: readonly SheetRow[], rest: AsyncIterator<SheetRow>): AsyncGenerator<SheetRow, void> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/**
 * Reads the rows of a file by the contract's rules: first its header, then its lines in batches.
 * @throws FileProblem
 */
export async function* readLines(
  sheetRows: AsyncIterable<SheetRow>,
  { kind, meant, today }: Meaning,
): AsyncGenerator<StoredHeader | LineBatch, void> {
  const rows = sheetRows[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  while (first.length < FIRST_ROWS) {
    const next = await rows.next();
    if (next.done === true) break;
    first.push(next.value);
  }
  const place = placeOfHeader(first, kind);
  const [headRow, ...firstRows] = first.slice(place);
  if (headRow === undefined) throw new FileProblem('EMPTY');
  const header = readHeader(headRow, firstRows, kind, meant);
  yield toStored(header, kind);
  requireColumns(header, kind);
  let [lines, length, refused, isEmpty] = [[] as string[], 0, 0, true];
  const batch = () => ({ json: `[${lines.join(',')}]`, count: lines.length, refused });
  for await (const row of join(firstRows, rows)) {
    const line = readLine(row, header, kind, today);
    const json = JSON.stringify(line);
    lines.push(json);
    length += json.length;
    if (line.problems !== null) refused += 1;
    isEmpty = false;
    if (lines.length < BATCH_LINES && length < BATCH_LENGTH) continue;
    yield batch();
    [lines, length, refused] = [[], 0, 0];
  }
  if (isEmpty) throw new FileProblem('EMPTY');
  if (lines.length > 0) yield batch();
}
