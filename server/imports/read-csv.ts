import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileProblem } from './file-problem.ts';
import type { SheetRow } from './sheet-row.ts';

/** Bytes of one row: what is longer is a quotation mark that nobody closed. */
const LONGEST_ROW = 64 * 1024;
const DELIMITERS = [';', ',', '\t'] as const;

/** What a spreadsheet would compute. A number may have a sign, and a telephone number begins with one. */
const FORMULA = /^(=|@|[+-](?![\d\s./()-]*$))/;
/** A text of which our own files say that it is none. */
const NEUTRALIZED = /^'(?=[=+\-@\t\r])/;

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The line, from 1, on which bytes stop being UTF-8, of text that begins on the first line. */
function firstWrongLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const next = end < 0 ? bytes.length : end + 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, next));
    } catch {
      return line;
    }
    start = next;
  }
  return line;
}

/**
 * Bytes as text. A file in another encoding is refused, for its letters could only be guessed.
 * @throws FileProblem NOT_UTF8 with the line
 */
async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  // What of the line under way has come in earlier pieces, so that a wrong byte is found on its line.
  let rest: Buffer = Buffer.alloc(0);
  const decoded = (piece: Buffer | undefined): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      const wrong = firstWrongLine(piece === undefined ? rest : Buffer.concat([rest, piece]));
      throw new FileProblem('NOT_UTF8', { line: line + wrong - 1 });
    }
  };
  for await (const piece of bytes) {
    const text = decoded(piece);
    const lastEnd = piece.lastIndexOf(10);
    if (lastEnd >= 0) line += countLines(text);
    rest = lastEnd >= 0 ? piece.subarray(lastEnd + 1) : Buffer.concat([rest, piece]).subarray(-LONGEST_ROW);
    yield text;
  }
  yield decoded(undefined);
}

/** The delimiter that the first row has most of. */
function delimiterOf(start: string): string {
  const [first = ''] = start.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
}

async function* join(start: string, rest: AsyncIterator<string, void>): AsyncGenerator<string, void, undefined> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function toCell(text: string): string {
  return text.trim().replace(NEUTRALIZED, '');
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a CSV file: UTF-8 with or without byte order mark, `;`, `,` or tab as its first row has it.
 * @throws FileProblem
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow, void, undefined> {
  const text = decode(bytes);
  let start = '';
  for (let next = await text.next(); next.done !== true; next = await text.next()) {
    start += next.value;
    if (start.includes('\n') || start.length > LONGEST_ROW) break;
  }
  // The line on which the last whole row ends; what is wrong begins after it.
  let wholeTo = 0;
  const parser = parse({
    bom: true,
    on_record: (record: string[], { lines }) => {
      wholeTo = lines;
      return record;
    },
    delimiter: delimiterOf(start),
    info: true,
    max_record_size: LONGEST_ROW,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
  });
  const source = Readable.from(join(start, text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let end = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const line = end + 1;
      end = info.lines;
      const cells = record.map((cell) => cell.trim());
      if (cells.every((cell) => cell === '')) continue;
      const formulas = cells.flatMap((cell, index) => (FORMULA.test(toCell(cell)) ? [index] : []));
      yield { line, cells: cells.map(toCell), formulas };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem('UNREADABLE', { line: wholeTo + 1 });
    throw error;
  } finally {
    source.destroy();
  }
}
