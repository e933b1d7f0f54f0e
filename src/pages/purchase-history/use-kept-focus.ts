import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface KeptFocus {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Call this when the rows reload. */
  readonly onReload: () => void;
  /** Call this when a dialog has faded out. */
  readonly onDialogGone: () => void;
}

/**
 * Keeps the focus in the list when a cancellation removes the focused button. Either the dialog fades out first and
 * returns the focus to the button, or the new rows come first (design §5).
 */
export function useKeptFocus(rows: unknown): KeptFocus {
  const place = useRef<HTMLDivElement>(null);
  const isReloading = useRef(false);

  useEffect(() => {
    if (isReloading.current && document.activeElement === document.body) place.current?.focus();
    isReloading.current = false;
  }, [rows]);

  const onReload = useCallback(() => {
    isReloading.current = true;
  }, []);
  const onDialogGone = useCallback(() => {
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }, []);
  return { place, onReload, onDialogGone };
}
