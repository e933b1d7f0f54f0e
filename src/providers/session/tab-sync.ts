import type { Tokens } from '#contract/calls/authentication.ts';
import { browserStore, isText } from './storage.ts';
import { type SessionVersion, adoptTokens, isSessionVersion, readSessionVersion, readTokens } from './tokens.ts';

const CHANNEL = 'session';
const REFRESH_LOCK = 'token-refresh';
const NEWEST_PAIR = 'newestPair';
/** The note of the last call of this session. */
export const LAST_CALL = 'lastCall';
/** How long to wait for a newer pair from other tabs, in ms. An active tab needs a few ms. */
const ANSWER_MS = 200;
/** How long to wait if another tab must have one, in ms. */
const SURE_ANSWER_MS = 3000;
/** A month, in ms. */
const OLD_MS = 30 * 24 * 60 * 60 * 1000;

/** Messages between tabs. `asked`: does a tab have a newer pair? `held`: a pair. `ended`: the user has signed out. */
type Message = SessionVersion &
  ({ readonly type: 'asked' } | { readonly type: 'held'; readonly tokens: Tokens } | { readonly type: 'ended' });

let channel: BroadcastChannel | undefined;
/** Called when a pair of another tab has been adopted. */
let onAdopted: (() => void) | undefined;

function isPair(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  const { accessToken, refreshToken } = value as Partial<Record<keyof Tokens, unknown>>;
  return isText(accessToken) && isText(refreshToken);
}

function isMessage(value: unknown): value is Message {
  if (!isSessionVersion(value)) return false;
  const { type, tokens } = value as unknown as Readonly<Record<string, unknown>>;
  return type === 'asked' || type === 'ended' || (type === 'held' && isPair(tokens));
}

/** Tells the other tabs of this session which pair this tab holds. */
export function shareTokens(): void {
  const version = readSessionVersion();
  const tokens = readTokens();
  if (version && tokens) channel?.postMessage({ type: 'held', ...version, tokens });
}

/** Tells the other tabs of this session that the user signs out. */
export function shareSignOut(): void {
  const version = readSessionVersion();
  if (version) channel?.postMessage({ type: 'ended', ...version });
}

function receive(message: unknown, onSignOut: () => void): void {
  const own = readSessionVersion();
  if (!isMessage(message) || message.session !== own?.session) return;
  const { since } = message;
  if (message.type === 'ended') {
    onSignOut();
  } else if (message.type === 'asked') {
    if (own.since > since) shareTokens();
  } else if (since > own.since) {
    adoptTokens(message.tokens, message);
    onAdopted?.();
  }
}

/**
 * Keeps the tabs of a session in sync. Each tab adopts the newest pair, so that an old one never ends the session of
 * all tabs (rules §3). A sign-out applies to all tabs. Call it once at the start.
 */
export function startTabSync(onSignOut: () => void): void {
  forgetOldNotes();
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // A browser that refuses storage refuses the channel too.
    return;
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data, onSignOut);
}

/**
 * Asks the other tabs for a newer pair, and waits until one is adopted or none has one. A tab stores the time of its
 * new pair before it sends the pair, so a stored newer time means that a pair will come.
 */
export function askForNewerPair(): Promise<void> {
  const version = readSessionVersion();
  if (!version || !channel) return Promise.resolve();
  channel.postMessage({ type: 'asked', ...version });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      onAdopted = undefined;
      resolve();
    };
    let timer = setTimeout(() => {
      if (isOutdated()) timer = setTimeout(end, SURE_ANSWER_MS);
      else end();
    }, ANSWER_MS);
    onAdopted = end;
  });
}

/**
 * Runs a refresh while no other tab of this browser runs one. Without a lock (a page without TLS, or refused) it runs at
 * once: the server accepts the direct predecessor of a pair for a while (rules §3).
 */
export async function withRefreshLock<T>(refresh: () => Promise<T>): Promise<T> {
  let running: Promise<T> | null = null;
  const run = () => {
    running ??= refresh();
    return running;
  };
  try {
    return await ('locks' in navigator ? navigator.locks.request(REFRESH_LOCK, run) : run());
  } catch {
    return run();
  }
}

/** Each session has its own notes in local storage. A note is only a time. */
function keyOf(name: string): string {
  return `${name} ${readSessionVersion()?.session ?? ''}`;
}

/** A note of this session's tabs, in ms since 1970; 0 if there is none. */
export function readNote(name: string): number {
  return Number(browserStore.read(keyOf(name))) || 0;
}

/** Stores a note for the other tabs, unless one of them has stored a later one. */
export function writeNote(name: string, since: number): void {
  if (since > readNote(name)) browserStore.write(keyOf(name), String(since));
}

/** Stores the time of the newest pair for the other tabs. The pair itself is never stored there. */
export function noteNewestVersion(): void {
  const version = readSessionVersion();
  if (version) writeNote(NEWEST_PAIR, version.since);
}

export function forgetNotes(): void {
  for (const name of [NEWEST_PAIR, LAST_CALL]) browserStore.remove(keyOf(name));
}

/** Removes old notes of sessions whose tabs were closed. */
function forgetOldNotes(): void {
  for (const name of browserStore.names()) {
    const isNote = name.startsWith(NEWEST_PAIR) || name.startsWith(LAST_CALL);
    const isNew = Number(browserStore.read(name)) > Date.now() - OLD_MS;
    if (isNote && !isNew) browserStore.remove(name);
  }
}

/**
 * Whether another tab of this session has a newer pair. An older pair must not be sent: the server would treat it as
 * stolen and end the session of the other tab (rules §3).
 */
export function isOutdated(): boolean {
  const own = readSessionVersion();
  return own !== null && readNote(NEWEST_PAIR) > own.since;
}
