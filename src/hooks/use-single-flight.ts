import { useCallback, useRef } from 'react';

/**
 * Lets one piece of work run at a time: what is asked meanwhile is left out, so that a double click is one request.
 * The work must not reject.
 */
export function useSingleFlight(): (work: () => Promise<void>) => void {
  const isRunning = useRef(false);
  return useCallback((work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void work().finally(() => {
      isRunning.current = false;
    });
  }, []);
}
