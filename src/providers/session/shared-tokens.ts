import type { Tokens } from '#contract/entities/tokens.ts';
import { leaveSession } from './session.ts';
import { isOutdated } from './newest-pair.ts';
import { type SessionMark, isSessionMark, sessionMark } from './session-mark.ts';
import { isText } from './stored-value.ts';
import { adoptTokens, readTokens } from './tokens.ts';

const CHANNEL = 'session';
/** For how long the other tabs may take to say that they have a newer pair, in ms: awake, they need a few. */
const ANSWER_MS = 200;
/** The same where one of them must have it. */
const SURE_ANSWER_MS = 3000;
/** For how long one of them may take to get one: the time limit of a refresh, and a little. */
const REFRESH_MS = 16_000;

/**
 * What tabs tell each other. `asked`: I am about to refresh; has anyone a newer pair, or is getting one? `refreshing`:
 * I am (to the tab that asked). `held`: a pair. `ended`: the user has signed out.
 */
type Message = SessionMark &
  (
    | { readonly type: 'asked'; readonly tab: number }
    | { readonly type: 'refreshing'; readonly tab: number }
    | { readonly type: 'held'; readonly tokens: Tokens }
    | { readonly type: 'ended' }
  );

/** Tells the tabs apart; the lower of two goes first. */
const ownTab = Math.random();

let channel: BroadcastChannel | undefined;
let isRefreshing = false;
/** Called when a tab answers that it is refreshing, and when a pair has been adopted. */
let onAnswer: ((isAdopted: boolean) => void) | undefined;

function isPair(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  const { accessToken, refreshToken } = value as Partial<Record<keyof Tokens, unknown>>;
  return isText(accessToken) && isText(refreshToken);
}

function isMessage(value: unknown): value is Message {
  if (!isSessionMark(value)) return false;
  const { type, tab, tokens } = value as unknown as Readonly<Record<string, unknown>>;
  return type === 'ended' || (type === 'held' ? isPair(tokens) : typeof tab === 'number');
}

function tell(message: Message): void {
  channel?.postMessage(message);
}

/** Tells the other tabs of this session which pair this one holds. */
export function shareTokens(): void {
  const mark = sessionMark.read();
  const tokens = readTokens();
  if (mark && tokens) tell({ type: 'held', ...mark, tokens });
}

/** Of two tabs that ask at the same moment one goes first; one that has asked already goes before all. */
function goesBefore(otherTab: number): boolean {
  return isRefreshing && (onAnswer === undefined || ownTab < otherTab);
}

/** Tells the other tabs of this session that its user signs out. */
export function shareSignOut(): void {
  const mark = sessionMark.read();
  if (mark) tell({ type: 'ended', ...mark });
}

function receive({ data }: MessageEvent<unknown>): void {
  const own = sessionMark.read();
  if (!isMessage(data) || data.session !== own?.session) return;
  if (data.type === 'ended') leaveSession();
  else if (data.type === 'refreshing' && data.tab === ownTab) onAnswer?.(false);
  else if (data.type === 'asked' && own.since > data.since) shareTokens();
  else if (data.type === 'asked' && goesBefore(data.tab)) tell({ ...own, type: 'refreshing', tab: data.tab });
  else if (data.type === 'held' && data.since > own.since) {
    adoptTokens(data.tokens, { session: data.session, since: data.since });
    onAnswer?.(true);
  }
}

/**
 * Lets the tabs of one session, a duplicated one for example, share what they know: a pair that another has refreshed
 * is taken over, so that a tab that is left behind never ends the session of all (decisions §3), and a sign-out is a
 * sign-out of all of them. To be called once at the start.
 */
export function startSharingTokens(): void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = receive;
}

/**
 * Asks the other tabs for a pair newer than this one's, and waits until one has been adopted, or none has any. One that
 * is getting a pair at this moment is waited for: where the browser gives no locks, this is what lets one go first.
 */
export function askForNewerPair(): Promise<void> {
  const mark = sessionMark.read();
  if (!mark || !channel) return Promise.resolve();
  return new Promise((resolve) => {
    function done(): void {
      clearTimeout(timer);
      onAnswer = undefined;
      resolve();
    }
    let timer = setTimeout(done, isOutdated() ? SURE_ANSWER_MS : ANSWER_MS);
    onAnswer = (isAdopted) => {
      clearTimeout(timer);
      if (isAdopted) done();
      else timer = setTimeout(done, REFRESH_MS);
    };
    tell({ ...mark, type: 'asked', tab: ownTab });
  });
}

/** Runs a refresh of this tab; the other tabs that ask meanwhile are told of it. */
export async function whileRefreshing<T>(refresh: () => Promise<T>): Promise<T> {
  isRefreshing = true;
  try {
    return await refresh();
  } finally {
    isRefreshing = false;
  }
}
