import { useSyncExternalStore } from 'react';
import type { Tokens } from '#contract/entities/tokens.ts';
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

/** Holds a new pair in session storage (§7). */
export function writeTokens(tokens: Tokens): void {
  accessToken.write(tokens.accessToken);
  refreshToken.write(tokens.refreshToken);
  announce();
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
