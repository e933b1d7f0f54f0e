import { useEffect, useMemo, useRef, useState } from 'react';

interface CancellableWait {
  /** Starts a wait; `stop` aborts the signal. */
  readonly begin: () => AbortSignal;
  /** Called when the user stops waiting. */
  readonly stop: () => void;
}

/** Lets the user stop waiting for a server that does not respond. */
export function useCancellableWait(): CancellableWait {
  const current = useRef<AbortController | null>(null);
  return useMemo(
    () => ({
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
