import { isText, storedValue } from './stored-value.ts';

/**
 * Which session the tokens of this tab belong to, and since when they are held (ms since 1970). A duplicated tab has
 * the same one, so that tabs can tell which of them has the newer pair. It says nothing about the user.
 */
export interface SessionMark {
  readonly session: string;
  readonly since: number;
}

const ID_WORDS = 4;
const RADIX = 36;

export function isSessionMark(value: unknown): value is SessionMark {
  if (typeof value !== 'object' || value === null) return false;
  const { session, since } = value as Partial<Record<keyof SessionMark, unknown>>;
  return isText(session) && typeof since === 'number';
}

/** The mark of this tab's session. */
export const sessionMark = storedValue('session', isSessionMark);

/** The mark of a session that begins now. The randomness is that of every page: `randomUUID` asks for TLS. */
export function newMark(): SessionMark {
  const words = [...crypto.getRandomValues(new Uint32Array(ID_WORDS))];
  return { session: words.map((word) => word.toString(RADIX)).join('-'), since: Date.now() };
}

/** The mark of the same session with a pair that is got now: later than the last one, whatever the clock says. */
export function renewedMark({ session, since }: SessionMark): SessionMark {
  return { session, since: Math.max(Date.now(), since + 1) };
}
