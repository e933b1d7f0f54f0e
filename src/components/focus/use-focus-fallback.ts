import { type RefObject, useLayoutEffect } from 'react';
import { CONTENT_ID } from './content-id.ts';

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
