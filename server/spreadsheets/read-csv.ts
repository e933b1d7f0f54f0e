import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { FileProblem } from '#server/domain/imports/file-problem.ts';
import type { SheetFacts, SheetRow } from '#server/domain/imports/sheet.ts';
import { cleanCells } from './clean-cells.ts';
import { decodeText } from './decode-text.ts';

/** The maximum length of a row in bytes; a longer row means an unclosed quotation mark. */
const MAX_ROW_BYTES = 64 * 1024;
const DELIMITERS = [';', ',', '\t', '|'] as const;
/** So many rows are looked at for the names of the columns. */
const FIRST_ROWS = 20;
/** A line in which a spreadsheet program names the delimiter. */
const DELIMITER_LINE = /^"?sep=([^\r\n"])"?[;,\t ]*(?:\r\n|\n|\r|$)/i;

/** How many of the texts are names of columns. */
export type CountNames = (cells: readonly string[]) => number;

/** The delimiter by which the first rows have the most names of columns, or else the most cells. */
function delimiterOf(start: string, recordDelimiters: string[], countNames: CountNames): string {
  const scores = DELIMITERS.map((delimiter) => {
    const rows: string[][] = [];
    try {
      parseSync(start, {
        delimiter,
        record_delimiter: recordDelimiters,
        relax_column_count: true,
        relax_quotes: true,
        to: FIRST_ROWS,
        on_record: (cells: string[]) => void rows.push(cells),
      });
    } catch {
      // The text ends within a row.
    }
    const names = Math.max(0, ...rows.map(countNames));
    return { delimiter, names, cells: rows.find((cells) => cells.length > 1)?.length ?? 0 };
  });
  scores.sort((one, other) => other.names - one.names || other.cells - one.cells);
  return scores[0]?.delimiter ?? ';';
}

async function* join(start: string, rest: AsyncIterator<string, void>): AsyncGenerator<string, void, undefined> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the rows of a CSV file. The delimiter is the one that its first line names, or by which the first rows have the
 * names of the columns.
 * @param facts receives the encoding
 * @throws FileProblem
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  countNames: CountNames,
  facts: SheetFacts,
): AsyncGenerator<SheetRow, void, undefined> {
  const text = decodeText(bytes, facts);
  let start = '';
  for (let next = await text.next(); next.done !== true; next = await text.next()) {
    start += next.value;
    if (start.length > MAX_ROW_BYTES) break;
  }
  const named = DELIMITER_LINE.exec(start);
  if (named) start = start.slice(named[0].length);
  const linesBefore = named ? 1 : 0;
  // Only the spreadsheets of old Macintosh computers end a line with a carriage return alone.
  const recordDelimiters = start.includes('\n') || !start.includes('\r') ? ['\r\n', '\n'] : ['\r'];
  // The line where the last complete row ends; an error is after it.
  let wholeTo = 0;
  const parser = parse({
    on_record: (record: string[], { lines }) => {
      wholeTo = lines;
      return record;
    },
    delimiter: named?.[1] ?? delimiterOf(start, recordDelimiters, countNames),
    info: true,
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: recordDelimiters,
    relax_column_count: true,
    relax_quotes: true,
  });
  const source = Readable.from(join(start, text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let end = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const line = end + 1 + linesBefore;
      end = info.lines;
      const { cells, formulas } = cleanCells(record);
      if (cells.some((cell) => cell !== '')) yield { line, cells, formulas };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem('UNREADABLE', { line: wholeTo + 1 + linesBefore });
    throw error;
  } finally {
    source.destroy();
  }
}
