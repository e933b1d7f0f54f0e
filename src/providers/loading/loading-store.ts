import { useSyncExternalStore } from 'react';

/** From then on a wait is long, in ms: the user may give it up. */
const LONG_MS = 5000;

let running = 0;
/** What gives up each of the long waits. */
let longWaits: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isLoading(): boolean {
  return running > 0;
}

/**
 * Tells the global spinner (§2) that something is loading; the answer ends it, once however often it is called.
 * @param giveUp what the user may do when it takes long; nothing when not given
 */
export function beginLoading(giveUp?: () => void): () => void {
  let ended = false;
  running += 1;
  const timer =
    giveUp &&
    setTimeout(() => {
      longWaits = [...longWaits, giveUp];
      announce();
    }, LONG_MS);
  announce();
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    clearTimeout(timer);
    longWaits = longWaits.filter((wait) => wait !== giveUp);
    announce();
  };
}

/** Gives up everything that has been waited for long. */
export function giveUpLongWaits(): void {
  for (const giveUp of longWaits) giveUp();
}

/** Whether the global spinner shows. */
export function useIsLoading(): boolean {
  return useSyncExternalStore(subscribe, isLoading);
}

/** Whether something has been loading for so long that the user may give it up. */
export function useIsLongWait(): boolean {
  return useSyncExternalStore(subscribe, () => longWaits.length > 0);
}
