import { create } from 'zustand';

/** From then on a wait is long, in ms: the user may give it up. */
const LONG_MS = 5000;

interface Loading {
  /** How many things are loading. */
  readonly running: number;
  /** What gives up each of the long waits. */
  readonly longWaits: readonly (() => void)[];
}

const useLoading = create<Loading>(() => ({ running: 0, longWaits: [] }));

/**
 * Tells the global spinner (§2) that something is loading; the answer ends it, once however often it is called.
 * @param giveUp what the user may do when it takes long; nothing when not given
 */
export function beginLoading(giveUp?: () => void): () => void {
  let ended = false;
  useLoading.setState(({ running }) => ({ running: running + 1 }));
  const timer =
    giveUp &&
    setTimeout(() => useLoading.setState(({ longWaits }) => ({ longWaits: [...longWaits, giveUp] })), LONG_MS);
  return () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    useLoading.setState(({ running, longWaits }) => ({
      running: running - 1,
      longWaits: longWaits.filter((wait) => wait !== giveUp),
    }));
  };
}

/** Gives up everything that has been waited for long. */
export function giveUpLongWaits(): void {
  for (const giveUp of useLoading.getState().longWaits) giveUp();
}

/** Whether the global spinner shows. */
export function useIsLoading(): boolean {
  return useLoading(({ running }) => running > 0);
}

/** Whether something has been loading for so long that the user may give it up. */
export function useIsLongWait(): boolean {
  return useLoading(({ longWaits }) => longWaits.length > 0);
}
