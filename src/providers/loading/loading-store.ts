import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  running += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isLoading(): boolean {
  return running > 0;
}

/** Tells the global spinner (§2) that something is loading; the answer ends it, once however often it is called. */
export function beginLoading(): () => void {
  let ended = false;
  change(1);
  return () => {
    if (ended) return;
    ended = true;
    change(-1);
  };
}

/** Whether the global spinner shows. */
export function useIsLoading(): boolean {
  return useSyncExternalStore(subscribe, isLoading);
}
