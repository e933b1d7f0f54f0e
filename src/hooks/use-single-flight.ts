import { useCallback, useRef } from 'react';

/**
 * Lets one piece of work run at a time: what is asked meanwhile is left out, so that a double click is one request.
 * The work must not reject.
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
