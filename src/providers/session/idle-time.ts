import { LAST_CALL, readNote, writeNote } from './tab-sync.ts';
import { type SessionVersion, readSessionVersion } from './tokens.ts';

/** How long before its end an idle session shows the warning, in ms; at most half of the idle time. */
const WARNING_MS = 120_000;

/** Also kept in memory, because a tab that ends the session removes the note. */
let lastCall: SessionVersion | null = null;

/** When the last call of this session was sent by any tab, in ms since 1970; 0 if unknown. */
function latestCall(): number {
  const { session } = readSessionVersion() ?? {};
  if (session === undefined) return 0;
  const kept = lastCall?.session === session ? lastCall.since : 0;
  lastCall = { session, since: Math.max(kept, readNote(LAST_CALL)) };
  return lastCall.since;
}

/**
 * Notes for all tabs that the server answered a call of this session, sent at `since` (ms since 1970). Does nothing if
 * the server has no idle limit, or if another session has started.
 */
export function noteCall(session: string, since: number): void {
  const version = readSessionVersion();
  if (version?.session !== session || !version.idleSeconds || since <= latestCall()) return;
  lastCall = { session, since };
  writeNote(LAST_CALL, since);
}

/** The time until the idle session ends, in ms, with the use in all tabs; Infinity without an idle limit. */
export function idleTimeLeft(): number {
  const { idleSeconds } = readSessionVersion() ?? {};
  const call = latestCall();
  return idleSeconds && call ? call + idleSeconds * 1000 - Date.now() : Infinity;
}

/** Whether the idle session ends soon. */
export function isIdleEndNear(): boolean {
  const { idleSeconds = 0 } = readSessionVersion() ?? {};
  return idleTimeLeft() <= Math.min(WARNING_MS, idleSeconds * 500);
}
