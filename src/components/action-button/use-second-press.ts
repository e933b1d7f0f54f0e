import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { ignoreHeldEnter } from './repeated-press.ts';

/** So soon after something waits for an answer, in ms, Enter was pressed twice and what is asked has not been read. */
const SECOND_PRESS_MS = 500;
/** The keys that press a button. */
const PRESSING_KEYS = new Set(['Enter', ' ']);

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

/** Keeps a button from being pressed by a key that is held down, or that belongs to the press before. */
export function useHoldBack(isBusy: boolean): (event: KeyboardEvent) => void {
  const isSecondPress = useSecondPress(isBusy);
  return useCallback(
    (event) => {
      ignoreHeldEnter(event);
      if (PRESSING_KEYS.has(event.key) && isSecondPress()) event.preventDefault();
    },
    [isSecondPress],
  );
}
