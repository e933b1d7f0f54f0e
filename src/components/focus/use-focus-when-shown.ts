import { type RefObject, useEffect } from 'react';

interface Focusable {
  focus: () => void;
}

/** A dialog that opens cannot take the focus in its first frames, so a few are tried. */
const FRAMES_TO_TRY = 10;

/**
 * Puts the focus on an element as soon as it can take it, so that no key is lost while a dialog still fades in
 * (design §5). The dialog itself first notes where the focus was, to give it back there.
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
