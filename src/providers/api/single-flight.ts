import { type RefObject, useCallback, useEffect, useRef } from 'react';

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

/** Whether the component is still mounted, for work that continues after the user has left the screen. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
