import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { FileProblem, resume, type SheetFacts, type SheetRow } from '../sheet.ts';

/** A longer line is not waited for. */
const MAX_LINE_BYTES = 128 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The bytes that Windows-1252 has no letter for. */
const NOT_1252 = /[\u0081\u008D\u008F\u0090\u009D]/;

/** The bytes in pieces that end with a line, so that each can be decoded by itself. */
async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = Math.max(joined.lastIndexOf(LINE_FEED), joined.lastIndexOf(CARRIAGE_RETURN)) + 1;
    const cut = joined.length - end > MAX_LINE_BYTES ? joined.length : end;
    if (cut > 0) yield joined.subarray(0, cut);
    rest = joined.subarray(cut);
  }
  if (rest.length > 0) yield rest;
}

function* linesOf(lines: Buffer): Generator<Buffer, void, undefined> {
  const lineEnd = lines.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN;
  for (let start = 0; start < lines.length;) {
    const next = lines.indexOf(lineEnd, start) + 1 || lines.length;
    yield lines.subarray(start, next);
    start = next;
  }
}

function countLines(lines: Buffer): number {
  const lineEnd = lines.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN;
  let count = 0;
  for (let at = lines.indexOf(lineEnd); at >= 0; at = lines.indexOf(lineEnd, at + 1)) count += 1;
  return count;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The letters of the bytes from 0x80 to 0x9F, where Windows-1252 differs from Latin-1. Node.js 20 decodes it as Latin-1. */
const C1 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

function windows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009F]/g, (letter) => C1.charAt(letter.charCodeAt(0) - 0x80));
}

/** The text, in which only ASCII has as many characters as bytes; undefined when it is not UTF-8. */
function tryUtf8(lines: Buffer): string | undefined {
  try {
    return utf8.decode(lines);
  } catch {
    return undefined;
  }
}

/** @throws FileProblem ENCODING with the line of letters that are not in Windows-1252; the first one has this number */
function decode1252(lines: Buffer, first: number): string {
  const text = windows1252(lines);
  if (!NOT_1252.test(text)) return text;
  const wrong = [...linesOf(lines)].findIndex((line) => NOT_1252.test(windows1252(line)));
  throw new FileProblem('ENCODING', { line: first + wrong });
}

/**
 * Decodes UTF-8, and from the first byte that cannot be UTF-8 Windows-1252, the plain CSV of Excel, if all before was
 * ASCII.
 * @param facts receives the encoding
 * @throws FileProblem ENCODING when it is neither
 */
async function* decodeLines(bytes: AsyncIterable<Buffer>, facts: SheetFacts): AsyncGenerator<string, void, undefined> {
  facts.encoding = 'UTF-8';
  let [line, hasLetters] = [1, false];
  for await (const lines of wholeLines(bytes)) {
    if (facts.encoding === 'UTF-8') {
      const text = tryUtf8(lines);
      if (text !== undefined) {
        hasLetters ||= text.length < lines.length;
        yield text;
      } else {
        let wrong = line;
        for (const one of linesOf(lines)) {
          const decoded = tryUtf8(one);
          if (decoded === undefined) break;
          hasLetters ||= decoded.length < one.length;
          wrong += 1;
        }
        if (hasLetters) throw new FileProblem('ENCODING', { line: wrong });
        facts.encoding = 'Windows-1252';
      }
    }
    if (facts.encoding !== 'UTF-8') yield decode1252(lines, line);
    line += countLines(lines);
  }
}

/** The last row of any spreadsheet, and of a CSV file too. */
const MAX_LINES = 1_048_576;
export const MAX_COLUMNS = 200;
/** The maximum length of a row; a longer row of a CSV file means an unclosed quotation mark. */
const MAX_ROW_LENGTH = 64 * 1024;

/** A formula in a CSV file, other than the guard of a text, `="0123"`. */
const GUARDED = /^="([^"]*)"$/;
/**
 * After a sign, a text computes if it has a reference and something to compute with it, a power or a product. A reference
 * alone is a name, such as that of a vitamin.
 */
const COMPUTES =
  /^=|^[+\-@](?:[\s(]*\$?[A-Z]{1,3}\$?\d{1,7}[\s)]*(?:[-+*/^&:<>=!]\s*)+(?:\(\s*)*(?:\$?[A-Z]{1,3}\$?\d|\d|")|[\s(]*[\d.,]+\s*[*^])/i;
/**
 * It computes too if it has a function, which spreadsheets write in capitals. The bracket comes first, so that a long text
 * takes no long time.
 */
const FUNCTION = /\((?<=(?<![A-Za-z\d])[A-Z]{2}[A-Z.\d]*\()/;
/** An error that a spreadsheet shows instead of a value, or a value in a column that was too narrow. */
const ERROR = /^#(?:#+|N\/[AD]|DIV\/0!|[A-Z_]{3,12}[!?])$/i;
/** A mark that keeps a spreadsheet from computing a text or from taking it for a number. Our own files have it too. */
const MARK = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|\d[\d\s.,/:-]*$)/;

/** Whether the text is a formula, with a function or a call of another program, or its error. */
function isComputed(text: string): boolean {
  if (COMPUTES.test(text) || ERROR.test(text)) return true;
  if (!/^[+\-@]/.test(text)) return false;
  const bar = text.indexOf('|');
  return FUNCTION.test(text) || (bar >= 0 && text.includes('!', bar));
}

/**
 * The row with this line number, without guards around its cells; undefined when it is blank.
 * @param computed the indexes of the cells with formulas, where the file names them; else the texts tell
 * @throws FileProblem TOO_MANY_ROWS, TOO_MANY_COLUMNS, or UNREADABLE when the row is too long
 */
export function toRow(line: number, raw: readonly string[], computed?: readonly number[]): SheetRow | undefined {
  const formulas = [...(computed ?? [])];
  let length = 0;
  const cells = raw.map((cell, index) => {
    const text = cell.trim();
    if (text === '') return text;
    length += text.length;
    if (line > MAX_LINES) throw new FileProblem('TOO_MANY_ROWS', { line });
    if (index >= MAX_COLUMNS) throw new FileProblem('TOO_MANY_COLUMNS', { line });
    if (length > MAX_ROW_LENGTH) throw new FileProblem('UNREADABLE', { line });
    const guarded = GUARDED.exec(text)?.[1];
    if (guarded !== undefined) return guarded.trim();
    if (computed ? ERROR.test(text) : isComputed(text)) formulas.push(index);
    return text.replace(MARK, '');
  });
  if (formulas.length === 0 && cells.every((cell) => cell === '')) return undefined;
  return { line, cells: cells.slice(0, MAX_COLUMNS), formulas };
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
/** So many rows are looked at for the names of the columns. */
const FIRST_ROWS = 20;
/** A line in which a spreadsheet program names the delimiter. */
const DELIMITER_LINE = /^"?sep=([^\r\n"])"?[;,\t ]*(?:\r\n|\n|\r|$)/i;

/** How many of the texts are names of columns. */
export type CountNames = (cells: readonly string[]) => number;

/** How rows are told apart. */
function rowOptions(delimiter: string, recordDelimiters: string[]): Options {
  return {
    delimiter,
    record_delimiter: recordDelimiters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
}

/** The delimiter by which the first rows have the most names of columns, or else the most cells. */
function delimiterOf(start: string, recordDelimiters: string[], countNames: CountNames): string {
  const scores = DELIMITERS.map((delimiter) => {
    const rows: string[][] = [];
    try {
      parseSync(start, {
        ...rowOptions(delimiter, recordDelimiters),
        to: FIRST_ROWS,
        on_record: (cells: string[]) => void rows.push(cells.slice(0, MAX_COLUMNS)),
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

/** The numbers of line breaks in a row's cells: as an editor counts them, and as the parser does, CR and LF apart. */
function breaksIn(cells: readonly string[]): { readonly lines: number; readonly parts: number } {
  const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []);
  return { lines: breaks.length, parts: breaks.join('').length };
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
  const text = decodeLines(bytes, facts);
  let start = '';
  for (let next = await text.next(); next.done !== true; next = await text.next()) {
    start += next.value;
    if (start.length > MAX_ROW_LENGTH) break;
  }
  const named = DELIMITER_LINE.exec(start);
  if (named) start = start.slice(named[0].length);
  const linesBefore = named ? 1 : 0;
  // Only the spreadsheets of old Macintosh computers end a line with a carriage return alone.
  const recordDelimiters = start.includes('\n') || !start.includes('\r') ? ['\r\n', '\n'] : ['\r'];
  let ready: SheetRow[] = [];
  // The line where the last complete row ends, and how many lines fewer an editor has counted than the parser.
  let [wholeTo, fewer] = [linesBefore, -linesBefore];
  const parser = parse({
    ...rowOptions(named?.[1] ?? delimiterOf(start, recordDelimiters, countNames), recordDelimiters),
    max_record_size: MAX_ROW_LENGTH,
    on_record: (cells: string[], info) => {
      const { lines, parts } = breaksIn(cells);
      fewer += parts - lines;
      wholeTo = info.lines - fewer;
      // Or the parser makes an error of each row that is not as long as the first one, which takes most of its time.
      Object.assign(parser.info, { records: 0 });
      const row = toRow(wholeTo - lines, cells);
      if (row) ready.push(row);
      return null;
    },
  });
  // The callbacks below hear of it.
  parser.on('error', () => undefined);
  const whole = async function* () {
    yield* resume([start], text);
    yield undefined;
  };
  try {
    for await (const piece of whole()) {
      await new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        if (piece === undefined) parser.end(done);
        else parser.write(piece, done);
      });
      yield* ready;
      ready = [];
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem('UNREADABLE', { line: wholeTo + 1 });
    throw error;
  } finally {
    parser.destroy();
  }
}
