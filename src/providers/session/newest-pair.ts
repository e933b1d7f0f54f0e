import { type SessionMark, isSessionMark, sessionMark } from './session-mark.ts';

const KEY = 'newestPair';

function read(): SessionMark | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isSessionMark(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Notes for the other tabs since when the newest pair is held. The pair itself never leaves the tabs: what is noted is
 * of no use to anyone.
 */
export function noteNewestPair(): void {
  const mark = sessionMark.read();
  if (mark) localStorage.setItem(KEY, JSON.stringify(mark));
}

/** Takes this session's note away, at its end. */
export function forgetNewestPair(): void {
  if (read()?.session === sessionMark.read()?.session) localStorage.removeItem(KEY);
}

/**
 * Whether another tab of this session got a newer pair than this one's. Its predecessors must not be sent any more: the
 * server would take them for stolen, and end the session of the other tab (decisions §3).
 */
export function isOutdated(): boolean {
  const own = sessionMark.read();
  const newest = read();
  return own !== null && newest !== null && newest.session === own.session && newest.since > own.since;
}
