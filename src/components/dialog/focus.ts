import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { CONTENT_ID } from '../layout/focus-screen.ts';

/**
 * When the element that holds the focus is removed, moves the focus to the nearest focusable ancestor, or to the screen
 * (design §5).
 * @param findFallback finds another element for the focus, after the new content has rendered; must be the same
 * function at every render
 */
export function useFocusFallback(
  container: RefObject<HTMLElement | null>,
  findFallback?: () => HTMLElement | null,
): void {
  useLayoutEffect(() => {
    const { current } = container;
    const around = current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      if (!current?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // The new content may have taken the focus itself.
        if (document.activeElement !== document.body) return;
        const fallback = findFallback?.() ?? (around?.isConnected ? around : document.getElementById(CONTENT_ID));
        fallback?.focus({ preventScroll: true });
      });
    };
  }, [container, findFallback]);
}

interface Focusable {
  focus: () => void;
}

/** A dialog cannot take the focus in its first frames. */
const FRAMES_TO_TRY = 10;

/**
 * Focuses an element as soon as it can take the focus, so that no key is lost while a dialog fades in (design §5). The
 * dialog first notes the focused element, to give the focus back later.
 */
export function useFocusWhenShown(ref: RefObject<Focusable | null>): void {
  useEffect(() => {
    let tried = 0;
    const before = document.activeElement;
    function attempt(): void {
      ref.current?.focus();
      tried += 1;
      if (document.activeElement === before && tried < FRAMES_TO_TRY) frame = requestAnimationFrame(attempt);
    }
    let frame = requestAnimationFrame(attempt);
    return () => cancelAnimationFrame(frame);
  }, [ref]);
}
