import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface KeptFocus {
  readonly place: RefObject<HTMLDivElement | null>;
  /** To be called when rows are asked for anew. */
  readonly onReload: () => void;
  /** To be called when a dialog has faded out. */
  readonly onDialogGone: () => void;
}

/**
 * Keeps the focus with the list when the button that had it goes with a cancellation: whether the dialog fades out
 * first, and gives the focus back to the button, or the new rows come first (design §5).
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
