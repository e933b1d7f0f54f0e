import type { Tokens } from '#contract/entities/tokens.ts';
import { isText } from './stored-value.ts';
import { type SessionVersion, adoptTokens, isSessionVersion, readSessionVersion, readTokens } from './tokens.ts';

const CHANNEL = 'session';
const REFRESH_LOCK = 'token-refresh';
const NEWEST_PAIR = 'newestPair';
const LAST_CALL = 'lastCall';
/** For how long the other tabs may take to say that they have a newer pair, in ms: awake, they need a few. */
const ANSWER_MS = 200;
/** The same where one of them must have it. */
const SURE_ANSWER_MS = 3000;

/** What tabs tell each other. `asked`: has anyone a newer pair? `held`: a pair. `ended`: the user has signed out. */
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

/** Tells the other tabs of this session which pair this one holds. */
export function shareTokens(): void {
  const version = readSessionVersion();
  const tokens = readTokens();
  if (version && tokens) channel?.postMessage({ type: 'held', ...version, tokens });
}

/** Tells the other tabs of this session that its user signs out. */
export function shareSignOut(): void {
  const version = readSessionVersion();
  if (version) channel?.postMessage({ type: 'ended', ...version });
}

function receive(message: unknown, onSignOut: () => void): void {
  const own = readSessionVersion();
  if (!isMessage(message) || message.session !== own?.session) return;
  const { session, since } = message;
  if (message.type === 'ended') {
    onSignOut();
  } else if (message.type === 'asked') {
    if (own.since > since) shareTokens();
  } else if (since > own.since) {
    adoptTokens(message.tokens, { session, since });
    onAdopted?.();
  }
}

/**
 * Keeps the tabs of one session together: the newest pair is taken over, so that a tab that is left behind never ends
 * the session of all (decisions §3), and a sign-out is a sign-out of all of them. To be called once at the start.
 */
export function startTabSync(onSignOut: () => void): void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data, onSignOut);
}

/** Asks the other tabs for a pair newer than this one's, and waits until one has been adopted, or none has any. */
export function askForNewerPair(): Promise<void> {
  const version = readSessionVersion();
  if (!version || !channel) return Promise.resolve();
  channel.postMessage({ type: 'asked', ...version });
  return new Promise((resolve) => {
    onAdopted = () => {
      clearTimeout(timer);
      onAdopted = undefined;
      resolve();
    };
    const timer = setTimeout(onAdopted, isOutdated() ? SURE_ANSWER_MS : ANSWER_MS);
  });
}

/**
 * Runs a refresh while no other tab of this browser runs its own. Where the browser gives no locks (a page without TLS)
 * it runs at once: the server takes the pair's direct predecessor for a while (decisions §3).
 */
export async function withRefreshLock<T>(refresh: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, refresh) : refresh();
}

/** What the tabs of this session have noted in local storage: an instant, which is of no use to anyone else. */
function readNote(name: string): SessionVersion | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isSessionVersion(value) && value.session === readSessionVersion()?.session ? value : null;
  } catch {
    return null;
  }
}

function writeNote(name: string, version: SessionVersion | null): void {
  localStorage.setItem(name, JSON.stringify(version));
}

/** Notes for the other tabs since when the newest pair is held. The pair itself never leaves the tabs. */
export function noteNewestVersion(): void {
  writeNote(NEWEST_PAIR, readSessionVersion());
}

/** The last call of this session that is noted. */
export function readLastCall(): SessionVersion | null {
  return readNote(LAST_CALL);
}

/** Notes it for the other tabs. */
export function noteLastCall(call: SessionVersion): void {
  writeNote(LAST_CALL, call);
}

/** Takes this session's notes away, at its end. */
export function forgetNotes(): void {
  for (const name of [NEWEST_PAIR, LAST_CALL]) if (readNote(name)) localStorage.removeItem(name);
}

/**
 * Whether another tab of this session got a newer pair than this one's. Its predecessors must not be sent any more: the
 * server would take them for stolen, and end the session of the other tab (decisions §3).
 */
export function isOutdated(): boolean {
  const own = readSessionVersion();
  const newest = readNote(NEWEST_PAIR);
  return own !== null && newest !== null && newest.since > own.since;
}
