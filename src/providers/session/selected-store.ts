import { useSyncExternalStore } from 'react';
import type { Id } from '#contract/wire.ts';
import { isId, storedValue } from './stored-value.ts';

const stored = storedValue('selectedStore', isId);
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
}

/** The id of the store chosen in this tab, or null; renders anew when another is chosen. */
export function useSelectedStoreId(): Id | null {
  return useSyncExternalStore(subscribe, selectedStoreId);
}
