import { type RefObject, useLayoutEffect } from 'react';
import { CONTENT_ID } from './content-id.ts';

/**
 * What goes with the focus in it hands it on, so that it is never lost (design §5): to what lies around it and can have
 * it, or to the screen.
 * @param findHeir who gets it instead, asked once what comes in its place is there; the same function at every render
 */
export function useFocusHandedOn(place: RefObject<HTMLElement | null>, findHeir?: () => HTMLElement | null): void {
  useLayoutEffect(() => {
    const { current } = place;
    const around = current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      if (!current?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // What comes in its place may have taken the focus itself.
        if (document.activeElement !== document.body) return;
        const heir = findHeir?.() ?? (around?.isConnected ? around : document.getElementById(CONTENT_ID));
        heir?.focus({ preventScroll: true });
      });
    };
  }, [place, findHeir]);
}
