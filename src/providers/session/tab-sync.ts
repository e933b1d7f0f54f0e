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
/** After a month. */
const OLD_MS = 30 * 24 * 60 * 60 * 1000;

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
 * the session of all (rules §3), and a sign-out is a sign-out of all of them. To be called once at the start.
 */
export function startTabSync(onSignOut: () => void): void {
  forgetOldNotes();
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data, onSignOut);
}

/**
 * Asks the other tabs for a pair newer than this one's, and waits until one has been adopted, or none has any. A tab notes
 * its new pair before it hands it on: where that is noted, the pair is waited for.
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
 * Runs a refresh while no other tab of this browser runs its own. Where the browser gives no locks (a page without TLS)
 * it runs at once: the server takes the pair's direct predecessor for a while (rules §3).
 */
export async function withRefreshLock<T>(refresh: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, refresh) : refresh();
}

/** Each session has its own notes in local storage: an instant, which is of no use to anyone else. */
function keyOf(name: string): string {
  return `${name} ${readSessionVersion()?.session ?? ''}`;
}

/** What the tabs of this session have noted; 0 when nothing is. */
function readNote(name: string): number {
  return Number(localStorage.getItem(keyOf(name))) || 0;
}

function writeNote(name: string, since: number): void {
  localStorage.setItem(keyOf(name), String(since));
}

/** Notes for the other tabs since when the newest pair is held. The pair itself never leaves the tabs. */
export function noteNewestVersion(): void {
  const version = readSessionVersion();
  if (version) writeNote(NEWEST_PAIR, version.since);
}

/** When the last call of this session was sent that is noted; 0 when none is. */
export function readLastCall(): number {
  return readNote(LAST_CALL);
}

/** Notes it for the other tabs. */
export function noteLastCall(since: number): void {
  writeNote(LAST_CALL, since);
}

/** Takes this session's notes away, at its end. */
export function forgetNotes(): void {
  for (const name of [NEWEST_PAIR, LAST_CALL]) localStorage.removeItem(keyOf(name));
}

/** Takes the notes away of sessions whose tabs were closed: no session lasts as long. */
function forgetOldNotes(): void {
  for (const name of Object.keys(localStorage)) {
    const isNote = name.startsWith(NEWEST_PAIR) || name.startsWith(LAST_CALL);
    const isNew = Number(localStorage.getItem(name)) > Date.now() - OLD_MS;
    if (isNote && !isNew) localStorage.removeItem(name);
  }
}

/**
 * Whether another tab of this session got a newer pair than this one's. Its predecessors must not be sent any more: the
 * server would take them for stolen, and end the session of the other tab (rules §3).
 */
export function isOutdated(): boolean {
  const own = readSessionVersion();
  return own !== null && readNote(NEWEST_PAIR) > own.since;
}
