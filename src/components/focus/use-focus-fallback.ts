import { type RefObject, useLayoutEffect } from 'react';
import { CONTENT_ID } from './content-id.ts';

/**
 * Where an element goes with the focus in it, the focus goes to what lies around it and can have it, or to the screen,
 * so that it is never lost (design §5).
 * @param findFallback what gets it instead, asked once what comes in its place is there; the same function at every
 *   render
 */
export function useFocusFallback(place: RefObject<HTMLElement | null>, findFallback?: () => HTMLElement | null): void {
  useLayoutEffect(() => {
    const { current } = place;
    const around = current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      if (!current?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // What comes in its place may have taken the focus itself.
        if (document.activeElement !== document.body) return;
        const fallback = findFallback?.() ?? (around?.isConnected ? around : document.getElementById(CONTENT_ID));
        fallback?.focus({ preventScroll: true });
      });
    };
  }, [place, findFallback]);
}
