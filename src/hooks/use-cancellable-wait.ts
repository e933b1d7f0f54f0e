import { useMemo, useRef } from 'react';

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
