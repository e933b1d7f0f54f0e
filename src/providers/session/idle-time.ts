import { noteLastCall, readLastCall } from './tab-sync.ts';
import { type SessionVersion, readSessionVersion } from './tokens.ts';

/** How long before its end an idle session is warned of, in ms; half of its time where that is less. */
const WARNING_MS = 120_000;

/** Kept here too: a tab of this session that ends it takes the note away. */
let lastCall: SessionVersion | null = null;

/** When the last call of this session was sent, by any tab of it; 0 when none is known. */
function latestCall(): number {
  const { session } = readSessionVersion() ?? {};
  if (session === undefined) return 0;
  const kept = lastCall?.session === session ? lastCall.since : 0;
  lastCall = { session, since: Math.max(kept, readLastCall()) };
  return lastCall.since;
}

/**
 * Notes for all tabs of this session that the server has answered a call of it, which was sent at this instant. Nothing
 * is noted where the server ends no idle session, nor when another session has begun meanwhile.
 */
export function noteCall(session: string, since: number): void {
  const version = readSessionVersion();
  if (version?.session !== session || !version.idleSeconds || since <= latestCall()) return;
  lastCall = { session, since };
  noteLastCall(since);
}

/** In how many ms this session ends unless it is used, in any tab; Infinity where it does not. */
export function idleTimeLeft(): number {
  const { idleSeconds } = readSessionVersion() ?? {};
  const call = latestCall();
  return idleSeconds && call ? call + idleSeconds * 1000 - Date.now() : Infinity;
}

/** Whether this session is about to end because nobody uses it. */
export function isIdleEndNear(): boolean {
  const { idleSeconds = 0 } = readSessionVersion() ?? {};
  return idleTimeLeft() <= Math.min(WARNING_MS, idleSeconds * 500);
}
