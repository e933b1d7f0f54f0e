import { noteLastCall, readLastCall } from './tab-sync.ts';
import { type SessionVersion, readSessionVersion } from './tokens.ts';

/** How long before its end an idle session is warned of, in ms; half of its time where that is less. */
const WARNING_MS = 120_000;

/** Kept here too: a session of another tab may put its own note in the place of this one's. */
let lastCall: SessionVersion | null = null;

/** The last call of this session, by any tab of it. */
function latestCall(): SessionVersion | null {
  const noted = readLastCall();
  const isOther = lastCall?.session !== readSessionVersion()?.session;
  if (isOther || (noted?.since ?? 0) > (lastCall?.since ?? 0)) lastCall = noted;
  return lastCall;
}

/**
 * Notes for all tabs of this session that the server has answered a call of it, which was sent at this instant. Nothing
 * is noted where the server ends no idle session.
 */
export function noteCall(since: number): void {
  const { session, idleSeconds } = readSessionVersion() ?? {};
  if (session === undefined || !idleSeconds || since <= (latestCall()?.since ?? 0)) return;
  lastCall = { session, since };
  noteLastCall(lastCall);
}

/** In how many ms this session ends unless it is used, in any tab; Infinity where it does not. */
export function idleTimeLeft(): number {
  const { idleSeconds } = readSessionVersion() ?? {};
  const call = latestCall();
  return idleSeconds && call ? call.since + idleSeconds * 1000 - Date.now() : Infinity;
}

/** Whether this session is about to end because nobody uses it. */
export function isIdleEndNear(): boolean {
  const { idleSeconds = 0 } = readSessionVersion() ?? {};
  return idleTimeLeft() <= Math.min(WARNING_MS, idleSeconds * 500);
}
