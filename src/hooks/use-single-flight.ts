import { useCallback, useRef } from 'react';

/**
 * Runs one task at a time and ignores further ones, so that a double click makes one request. The task must not reject.
 */
export function useSingleFlight(): (work: () => Promise<void>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await work().finally(() => {
      isRunning.current = false;
    });
  }, []);
}
