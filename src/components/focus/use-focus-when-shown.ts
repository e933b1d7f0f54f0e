import { type RefObject, useEffect } from 'react';

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
