import { FileProblem } from '../file-problem.ts';
import type { SheetFacts } from '../sheet.ts';

/** A longer line is not waited for. */
const MAX_LINE_BYTES = 128 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * What no Italian text has in Windows-1252, but accented letters of MS-DOS or of the older Macintosh become: bytes without
 * a letter, signs within or at the end of a word, and letters at the end of a word in capitals. Dashes, dots and quotation
 * marks are typography where no accent would stand. A small à, è, ì, ò, ù after capitals is what the Italian keyboard
 * types.
 */
const NOT_1252 = new RegExp(
  [
    '[\\u0081\\u008D\\u008F\\u0090\\u009D]',
    '\\p{L}(?:[ƒ‚„‰ˆ˜‹]|[†‡›](?=\\p{L})|[•—“](?!\\p{L}))',
    '(?:\\p{L}[b-df-hj-np-tv-zB-DF-HJ-NP-TV-Z]|[Gg]i)…',
    '\\p{Ll}[ŠŽŒŸ]',
    '\\p{Lu}{2}(?:[ãëÞ]|[éíñô·ÊËÔ](?!\\p{L}))',
    '(?<!\\p{L})[DdLl]Õ\\p{L}',
  ].join('|'),
  'u',
);

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

/** Decodes UTF-8, and from the first byte that cannot be UTF-8 Windows-1252 if all before was ASCII. */
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

/** @throws FileProblem ENCODING */
async function* decodeUtf16(bytes: AsyncIterable<Buffer>, label: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new FileProblem('ENCODING');
    throw error;
  }
}

/** The label of UTF-16, which a byte order mark or the zeros beside the first letters show. */
export function utf16Of(start: Buffer): string | undefined {
  const mark = start.toString('hex', 0, 2);
  if (mark === 'fffe' || (start[0] !== 0 && start[1] === 0 && start[3] === 0)) return 'utf-16le';
  if (mark === 'feff' || (start[0] === 0 && start[1] !== 0 && start[2] === 0)) return 'utf-16be';
  return undefined;
}

async function* join(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/**
 * Decodes the text of a file: UTF-16, which its byte order mark or the zeros beside its first letters show; UTF-8; or
 * Windows-1252, the plain CSV of Excel.
 * @param facts receives the encoding
 * @throws FileProblem ENCODING when it is none of these
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  facts: SheetFacts,
): AsyncGenerator<string, void, undefined> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  const start = first.done === true ? Buffer.alloc(0) : first.value;
  const label = utf16Of(start);
  if (label === undefined) yield* decodeLines(join(start, pieces), facts);
  else {
    facts.encoding = 'UTF-16';
    yield* decodeUtf16(join(start, pieces), label);
  }
}
