import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Lets the user stop waiting for a server that does not respond. */
export function useCancellableWait() {
  const current = useRef<AbortController | null>(null);
  return useMemo(
    () => ({
      /** Starts a wait; `stop` aborts the signal. */
      begin: () => {
        current.current = new AbortController();
        return current.current.signal;
      },
      stop: () => current.current?.abort(),
    }),
    [],
  );
}

/** Pause in the typing before a search starts, in ms. */
const PAUSE_MS = 400;

/** The typed text, updated after a pause in the typing. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

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
