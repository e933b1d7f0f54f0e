import { create } from 'zustand';
import type { Tokens } from '#contract/entities/tokens.ts';
import { isText, storedValue } from './stored-value.ts';

/**
 * Which session the tokens of this tab belong to, and since when they are held (ms since 1970). A duplicated tab has
 * the same one, so that tabs can tell which of them has the newer pair. It says nothing about the user.
 */
export interface SessionVersion {
  readonly session: string;
  readonly since: number;
  /** After so many seconds without a call the session ends; absent where the server names no limit. */
  readonly idleSeconds?: number | undefined;
}

interface Session {
  readonly tokens: Tokens | null;
  readonly version: SessionVersion | null;
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

function storedSession(): Session {
  const [accessToken, refreshToken] = [storedAccess.read(), storedRefresh.read()];
  const tokens = accessToken !== null && refreshToken !== null ? { accessToken, refreshToken } : null;
  return { tokens, version: storedVersion.read() };
}

const useSession = create<Session>(storedSession);

/** Calls the listener whenever this tab signs in, signs out or gets a new pair; the answer ends that. */
export function onTokensChange(listener: () => void): () => void {
  return useSession.subscribe(listener);
}

/** The pair held by this tab, or null when signed out. */
export function readTokens(): Tokens | null {
  return useSession.getState().tokens;
}

/** The version of this tab's session. */
export function readSessionVersion(): SessionVersion | null {
  return useSession.getState().version;
}

/** Holds a pair of a session that another tab has told the version of. */
export function adoptTokens(tokens: Tokens, { session, since }: SessionVersion): void {
  const version = { session, since, idleSeconds: tokens.idleSeconds };
  storedVersion.write(version);
  storedAccess.write(tokens.accessToken);
  storedRefresh.write(tokens.refreshToken);
  useSession.setState({ tokens, version });
}

/** Holds the first pair of a session in session storage (§7). Its version is random as on any page: `randomUUID` asks for TLS. */
export function writeTokens(tokens: Tokens): void {
  const words = [...crypto.getRandomValues(new Uint32Array(ID_WORDS))];
  adoptTokens(tokens, { session: words.map((word) => word.toString(RADIX)).join('-'), since: Date.now() });
}

/** Holds the next pair of the same session: later than the last one, whatever the clock says. */
export function renewTokens(tokens: Tokens): void {
  const version = readSessionVersion();
  if (version) adoptTokens(tokens, { session: version.session, since: Math.max(Date.now(), version.since + 1) });
  else writeTokens(tokens);
}

/** Empties session storage, the tokens with it. */
export function clearSessionStorage(): void {
  sessionStorage.clear();
  useSession.setState({ tokens: null, version: null });
}

/**
 * Takes over the pair that another page of this tab has stored meanwhile.
 * @returns whether it is still of the same session; nothing is taken over otherwise
 */
export function rereadTokens(): boolean {
  const stored = storedSession();
  if (stored.version?.session !== readSessionVersion()?.session) return false;
  useSession.setState(stored);
  return true;
}

/** Signed in while an access token is held (§4). */
export function isSignedIn(): boolean {
  return readTokens() !== null;
}

/** Whether this tab is signed in; renders anew when that changes. */
export function useIsSignedIn(): boolean {
  return useSession(({ tokens }) => tokens !== null);
}
