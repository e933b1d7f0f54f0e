import { create } from 'zustand';

/** After this time, in ms, the user may cancel a wait. */
const LONG_MS = 5000;

interface Loading {
  /** Number of running loads. */
  readonly running: number;
  /** Cancels each of the long waits. */
  readonly longWaits: readonly (() => void)[];
}

const useLoading = create<Loading>(() => ({ running: 0, longWaits: [] }));

/**
 * Tells the global spinner (§2) that a load has started. Returns a function that ends it, and that may be called
 * several times.
 * @param giveUp cancels a long load; without it the load cannot be cancelled
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

export function cancelLongLoads(): void {
  for (const giveUp of useLoading.getState().longWaits) giveUp();
}

export function useIsLoading(): boolean {
  return useLoading(({ running }) => running > 0);
}

/** Whether a load takes so long that the user may cancel it. */
export function useIsLongWait(): boolean {
  return useLoading(({ longWaits }) => longWaits.length > 0);
}
