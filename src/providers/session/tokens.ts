import { create } from 'zustand';
import type { Tokens } from '#contract/calls/authentication.ts';
import { isText, storedValue, tabStore } from './storage.ts';

/**
 * The session of this tab's tokens, and since when they are held (ms since 1970). A duplicated tab has the same
 * session, so that tabs can find the newest pair. It does not identify the user.
 */
export interface SessionVersion {
  readonly session: string;
  readonly since: number;
  /** The session ends after this many seconds without a call; undefined if the server has no limit. */
  readonly idleSeconds?: number | undefined;
  /** When the session ends in any case, in ms since 1970; undefined if the server does not say. */
  readonly endsAt?: number | undefined;
}

const ID_WORDS = 4;
const RADIX = 36;

export function isSessionVersion(value: unknown): value is SessionVersion {
  if (typeof value !== 'object' || value === null) return false;
  const { session, since } = value as Partial<Record<keyof SessionVersion, unknown>>;
  return isText(session) && typeof since === 'number';
}

const storedAccess = storedValue('accessToken', isText);
const storedRefresh = storedValue('refreshToken', isText);
const storedVersion = storedValue('session', isSessionVersion);

function storedSession(): { readonly tokens: Tokens | null; readonly version: SessionVersion | null } {
  const [accessToken, refreshToken] = [storedAccess.read(), storedRefresh.read()];
  const tokens = accessToken !== null && refreshToken !== null ? { accessToken, refreshToken } : null;
  return { tokens, version: storedVersion.read() };
}

const useSession = create(storedSession);

/** Calls the listener when this tab signs in, signs out or gets a new pair. Returns a function that stops it. */
export function onTokensChange(listener: () => void): () => void {
  return useSession.subscribe(listener);
}

/** Calls the listener when this tab is without a session. Returns a function that stops it. */
export function onSignedOut(listener: () => void): () => void {
  return onTokensChange(() => {
    if (!isSignedIn()) listener();
  });
}

export function readTokens(): Tokens | null {
  return useSession.getState().tokens;
}

export function readSessionVersion(): SessionVersion | null {
  return useSession.getState().version;
}

/** Stores a pair from another tab, with its version. */
export function adoptTokens(tokens: Tokens, { session, since, idleSeconds, endsAt }: SessionVersion): void {
  const version = { session, since, idleSeconds, endsAt };
  storedVersion.write(version);
  storedAccess.write(tokens.accessToken);
  storedRefresh.write(tokens.refreshToken);
  useSession.setState({ tokens, version });
}

/** Stores a pair of the server. */
function takeTokens(tokens: Tokens, session: string, since: number): void {
  const { idleSeconds, sessionSeconds } = tokens;
  const endsAt = sessionSeconds === undefined ? undefined : since + sessionSeconds * 1000;
  adoptTokens(tokens, { session, since, idleSeconds, endsAt });
}

/**
 * Stores the first pair of a session in session storage (§7). `randomUUID` needs TLS, so the session's id comes from
 * random bytes.
 */
export function writeTokens(tokens: Tokens): void {
  const words = [...crypto.getRandomValues(new Uint32Array(ID_WORDS))];
  takeTokens(tokens, words.map((word) => word.toString(RADIX)).join('-'), Date.now());
}

/**
 * Stores the next pair of the same session. Its time is always later than the last one, even if the clock was set back.
 */
export function renewTokens(tokens: Tokens): void {
  const version = readSessionVersion();
  if (version) takeTokens(tokens, version.session, Math.max(Date.now(), version.since + 1));
  else writeTokens(tokens);
}

/** Clears the session storage, including the tokens. */
export function clearSessionStorage(): void {
  tabStore.clear();
  useSession.setState({ tokens: null, version: null });
}

/** Whether there is an access token (§4). */
export function isSignedIn(): boolean {
  return readTokens() !== null;
}

/** Whether this tab is signed in; renders again when it changes. */
export function useIsSignedIn(): boolean {
  return useSession(({ tokens }) => tokens !== null);
}
