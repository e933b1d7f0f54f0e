import { useCallback, useEffect, useRef } from 'react';

/** So soon after something waits for an answer, in ms, Enter was pressed twice and what is asked has not been read. */
const SECOND_PRESS_MS = 500;

/**
 * Tells whether a key that is pressed now belongs to the press before: what it would confirm has only just been shown,
 * or has only just failed.
 */
export function useSecondPress(isBusy: boolean): () => boolean {
  const askedAt = useRef(0);
  useEffect(() => {
    if (!isBusy) askedAt.current = performance.now();
  }, [isBusy]);
  return useCallback(() => performance.now() - askedAt.current < SECOND_PRESS_MS, []);
}
