import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface KeptFocus {
  readonly container: RefObject<HTMLDivElement | null>;
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
  const container = useRef<HTMLDivElement>(null);
  const isReloading = useRef(false);

  useEffect(() => {
    if (isReloading.current && document.activeElement === document.body) container.current?.focus();
    isReloading.current = false;
  }, [rows]);

  const onReload = useCallback(() => {
    isReloading.current = true;
  }, []);
  const onDialogGone = useCallback(() => {
    if (!container.current?.contains(document.activeElement)) container.current?.focus();
  }, []);
  return { container, onReload, onDialogGone };
}
