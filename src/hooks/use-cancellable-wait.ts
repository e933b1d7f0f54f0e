import { useMemo, useRef } from 'react';

interface CancellableWait {
  /** Begins to wait for a server; the signal ends that. */
  readonly begin: () => AbortSignal;
  /** The assistant waits no longer. */
  readonly stop: () => void;
}

/** Lets the assistant stop waiting for a server that does not answer. */
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
