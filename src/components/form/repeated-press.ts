import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react';

export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Keeps a held Enter from pressing the focused element again and again. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** A key press in the first ms after a question or an error appears is a second press: nobody has read it yet. */
const SECOND_PRESS_MS = 500;
const PRESSING_KEYS = new Set(['Enter', ' ']);

/**
 * Returns a function that tells whether the current key press belongs to the press before: the question or the error
 * that it would confirm has only just appeared.
 */
export function useSecondPress(isBusy: boolean): () => boolean {
  const shownAt = useRef(0);
  useEffect(() => {
    if (!isBusy) shownAt.current = performance.now();
  }, [isBusy]);
  return useCallback(() => performance.now() - shownAt.current < SECOND_PRESS_MS, []);
}

/** Ignores a held key and a second press of the same key on a button. */
export function useIgnoreRepeatedKey(isBusy: boolean): (event: KeyboardEvent) => void {
  const isSecondPress = useSecondPress(isBusy);
  return useCallback(
    (event) => {
      ignoreHeldEnter(event);
      if (PRESSING_KEYS.has(event.key) && isSecondPress()) event.preventDefault();
    },
    [isSecondPress],
  );
}
