import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '#server/domain/domain-error.ts';
import { BODY_LIMIT } from './body-limit.ts';

/** How much is parsed in one turn of the event loop: some milliseconds, whatever it holds. */
const PIECE = 32 * 1024;
/** How much is looked through in one turn. */
const STRIDE = 1024 * 1024;

const CODE = { quote: 34, comma: 44, arrayOpen: 91, backslash: 92, arrayClose: 93, open: 123, close: 125 } as const;
const ESCAPED = 2;
const OF_LIST = 2;

/** A text of JSON, its lists taken out: in the place of each there is its number in `lists`. */
interface Cut {
  readonly skeleton: string;
  /** The elements of each list as text, in pieces. */
  readonly lists: readonly (readonly string[])[];
}

function unreadable(): DomainError {
  return new DomainError('INVALID_REQUEST', { field: 'body' });
}

/** Where the text that begins with a quote goes on after its end. */
function afterText(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) return at + 1;
    if (code === CODE.backslash) at += 1;
  }
  throw unreadable();
}

/** Cuts the lists out of an object, and each list into pieces at its commas. */
async function cutLists(text: string): Promise<Cut> {
  const lists: string[][] = [];
  let skeleton = '';
  let pieces: string[] | undefined;
  let from = 0;
  let depth = 0;
  let breath = STRIDE;
  for (let at = 0; at < text.length;) {
    if (at > breath) {
      await turn();
      breath = at + STRIDE;
    }
    const code = text.charCodeAt(at);
    const next = code === CODE.quote ? afterText(text, at) : at + 1;
    if (code === CODE.open || code === CODE.arrayOpen) depth += 1;
    const isInList = pieces !== undefined && depth === OF_LIST;
    if (code === CODE.arrayOpen && depth === OF_LIST) {
      skeleton += text.slice(from, next);
      pieces = [];
      from = next;
    } else if (isInList && pieces && code === CODE.comma && at - from >= PIECE) {
      pieces.push(text.slice(from, at));
      from = next;
    } else if (isInList && pieces && code === CODE.arrayClose) {
      pieces.push(text.slice(from, at));
      skeleton += String(lists.push(pieces) - 1);
      pieces = undefined;
      from = at;
    }
    if (code === CODE.close || code === CODE.arrayClose) depth -= 1;
    at = next;
  }
  if (pieces) throw unreadable();
  return { skeleton: skeleton + text.slice(from), lists };
}

function parsePiece(piece: string): unknown[] {
  try {
    return JSON.parse(`[${piece}]`) as unknown[];
  } catch {
    throw unreadable();
  }
}

async function parseList(pieces: readonly string[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const piece of pieces) {
    // A piece is what stands between two commas; one that is too large holds something that is no plain value.
    if (piece.length > ESCAPED * PIECE || (pieces.length > 1 && piece.trim() === '')) throw unreadable();
    for (const value of parsePiece(piece)) values.push(value);
    await turn();
  }
  return values;
}

/**
 * Parses an object whose bulk is in lists of short values, without keeping the event loop for longer than a piece of
 * such a list takes.
 * @param parse parses what is outside the lists
 * @throws DomainError INVALID_REQUEST when it is no JSON, or when its bulk is elsewhere
 */
export async function parseInPieces(text: string, parse: (skeleton: string) => Promise<unknown>): Promise<unknown> {
  const { skeleton, lists } = await cutLists(text);
  if (skeleton.length > BODY_LIMIT) throw unreadable();
  const parsed = await parse(skeleton);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw unreadable();
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parsed)) {
    values[name] = Array.isArray(value) ? await parseList(lists[Number(value[0])] ?? []) : (value as unknown);
  }
  return values;
}
