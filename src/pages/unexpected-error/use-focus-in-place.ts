import { type RefObject, useLayoutEffect } from 'react';
import { focusScreen } from '#src/components/focus/focus-screen.ts';

/** Takes the focus, wherever it was, and hands it to the screen that comes in its place (design §5). */
export function useFocusInPlace(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = main;
    const place = current?.parentElement;
    current?.focus({ preventScroll: true });
    return () => {
      if (place && current.contains(document.activeElement)) queueMicrotask(() => void focusScreen(place));
    };
  }, [main]);
}
