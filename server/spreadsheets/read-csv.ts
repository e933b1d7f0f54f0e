import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileProblem } from '#server/domain/imports/file-problem.ts';
import type { SheetRow } from '#server/domain/imports/sheet-row.ts';

/** The maximum length of a row in bytes; a longer row means an unclosed quotation mark. */
const MAX_ROW_BYTES = 64 * 1024;
const DELIMITERS = [';', ',', '\t'] as const;

/** A text that a spreadsheet would compute. Numbers with a sign and telephone numbers are not formulas. */
const FORMULA = /^(=|@|[+-](?![\d\s./()-]*$))/;
/** A text that our own CSV files mark as no formula. */
const NEUTRALIZED = /^'(?=[=+\-@\t\r])/;

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The line (from 1) of the first byte that is not UTF-8. The bytes must begin at line 1. */
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
 * Decodes bytes to text. Other encodings are refused, because they could only be guessed.
 * @throws FileProblem NOT_UTF8 with the line
 */
async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  // The start of the present line from earlier pieces, to find the line of a wrong byte.
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
    rest = lastEnd >= 0 ? piece.subarray(lastEnd + 1) : Buffer.concat([rest, piece]).subarray(-MAX_ROW_BYTES);
    yield text;
  }
  yield decoded(undefined);
}

/** The most frequent delimiter of the first row. */
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
 * Reads the rows of a CSV file in UTF-8 with or without byte order mark. The delimiter is `;`, `,` or tab, as in the
 * first row.
 * @throws FileProblem
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow, void, undefined> {
  const text = decode(bytes);
  let start = '';
  for (let next = await text.next(); next.done !== true; next = await text.next()) {
    start += next.value;
    if (start.includes('\n') || start.length > MAX_ROW_BYTES) break;
  }
  // The line where the last complete row ends; an error is after it.
  let wholeTo = 0;
  const parser = parse({
    bom: true,
    on_record: (record: string[], { lines }) => {
      wholeTo = lines;
      return record;
    },
    delimiter: delimiterOf(start),
    info: true,
    max_record_size: MAX_ROW_BYTES,
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
