import { useSyncExternalStore } from 'react';
import type { Tokens } from '#contract/entities/tokens.ts';
import { type SessionMark, newMark, renewedMark, sessionMark } from './session-mark.ts';
import { isText, storedValue } from './stored-value.ts';

const accessToken = storedValue('accessToken', isText);
const refreshToken = storedValue('refreshToken', isText);
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener whenever this tab signs in, signs out or gets a new pair; the answer ends that. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The pair held by this tab, or null when signed out. */
export function readTokens(): Tokens | null {
  const access = accessToken.read();
  const refresh = refreshToken.read();
  return access !== null && refresh !== null ? { accessToken: access, refreshToken: refresh } : null;
}

/** Holds a pair of a session that another tab has told the mark of. */
export function adoptTokens(tokens: Tokens, mark: SessionMark): void {
  sessionMark.write(mark);
  accessToken.write(tokens.accessToken);
  refreshToken.write(tokens.refreshToken);
  announce();
}

/** Holds the first pair of a session in session storage (§7). */
export function writeTokens(tokens: Tokens): void {
  adoptTokens(tokens, newMark());
}

/** Holds the next pair of the same session. */
export function renewTokens(tokens: Tokens): void {
  adoptTokens(tokens, renewedMark(sessionMark.read() ?? newMark()));
}

/** Empties session storage, the tokens with it. */
export function clearSessionStorage(): void {
  sessionStorage.clear();
  announce();
}

/** Signed in while an access token is held (§4). */
export function isSignedIn(): boolean {
  return readTokens() !== null;
}

/** Whether this tab is signed in; renders anew when that changes. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onTokensChange, isSignedIn);
}
