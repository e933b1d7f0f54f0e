import { type RefObject, useLayoutEffect } from 'react';
import { CONTENT_ID } from '../layout/content-id.ts';

type FindHeir = () => HTMLElement | null;

/** The screen. */
function content(): HTMLElement | null {
  return document.getElementById(CONTENT_ID);
}

/**
 * What goes with the focus in it hands it on, so that it is never lost (design §5).
 * @param findHeir who gets it, asked once what comes instead is there; the screen where it answers null or is not given
 */
export function useFocusHandedOn(place: RefObject<HTMLElement | null>, findHeir: FindHeir = content): void {
  useLayoutEffect(() => {
    const { current } = place;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      queueMicrotask(() => (findHeir() ?? content())?.focus({ preventScroll: true }));
    };
  }, [place, findHeir]);
}
