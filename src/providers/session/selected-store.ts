import { useSyncExternalStore } from 'react';
import type { Id } from '#contract/wire.ts';
import { isId, storedValue } from './stored-value.ts';
import { onTokensChange } from './tokens.ts';

const stored = storedValue('selectedStore', isId);
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

// The end of a session takes the choice with it.
onTokensChange(announce);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the store chosen in this tab, or null; it survives a reload. */
export function selectedStoreId(): Id | null {
  return stored.read();
}

/** Chooses a store for this tab, or none. */
export function selectStore(storeId: Id | null): void {
  if (storeId === null) stored.remove();
  else stored.write(storeId);
  announce();
}

/** The id of the store chosen in this tab, or null; renders anew when another is chosen. */
export function useSelectedStoreId(): Id | null {
  return useSyncExternalStore(subscribe, selectedStoreId);
}
