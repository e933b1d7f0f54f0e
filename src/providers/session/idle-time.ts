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
function idleTimeLeft(): number {
  const { idleSeconds } = readSessionVersion() ?? {};
  const call = latestCall();
  return idleSeconds && call ? call + idleSeconds * 1000 - Date.now() : Infinity;
}

/** The time until the session ends in any case, in ms; Infinity if the server does not say. */
function sessionTimeLeft(): number {
  return (readSessionVersion()?.endsAt ?? Infinity) - Date.now();
}

/** The time until the session ends, in ms. */
export function timeLeft(): number {
  return Math.min(idleTimeLeft(), sessionTimeLeft());
}

/** Why the session ends soon: without a call, or in any case; undefined if it does not. */
export function nearEnd(): 'idle' | 'longest' | undefined {
  if (sessionTimeLeft() <= Math.min(WARNING_MS, idleTimeLeft())) return 'longest';
  const { idleSeconds = 0 } = readSessionVersion() ?? {};
  return idleTimeLeft() <= Math.min(WARNING_MS, idleSeconds * 500) ? 'idle' : undefined;
}

/** How long what a command has led to is shown after the end of the session, in ms. */
const SHOWN_MS = 10_000;

let commands = 0;
let shownUntil = 0;

/**
 * Runs a command that the end of the session must not fall into: the session is not ended here before the command has
 * ended, and its outcome could be read. A server that says when a session ends leaves so much time. Later commands put
 * nothing off.
 */
export async function putOffEnd<T>(command: () => Promise<T>): Promise<T> {
  if (timeLeft() <= 0) return command();
  commands += 1;
  try {
    return await command();
  } finally {
    commands -= 1;
    if (timeLeft() <= 0) shownUntil = Date.now() + SHOWN_MS;
  }
}

/** Whether the session is over and nothing puts its end off. */
export function mustEnd(): boolean {
  return timeLeft() <= 0 && commands === 0 && Date.now() >= shownUntil;
}
