import { useEffect } from 'react';
import { isModalOpen } from '../native-dialog/modal-open.ts';
import { HELP_KEY, isHelpKeyOn } from './help-key.ts';
import { closeOverlay, openOverlay, openedOverlay } from './overlay-store.ts';

const PALETTE_KEY = 'k';
/** Elements where a character is typed or selects an entry. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

function togglePalette(event: KeyboardEvent): void {
  const isOpen = openedOverlay() === 'palette';
  if (!isOpen && isModalOpen()) return;
  // Browsers use this key for their address bar.
  event.preventDefault();
  if (isOpen) closeOverlay();
  else openOverlay('palette');
}

function listen(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  if (repeat || altKey) return;
  if (ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === PALETTE_KEY) togglePalette(event);
  const isBare = !ctrlKey && !metaKey;
  if (isBare && key === HELP_KEY && isHelpKeyOn() && !isTyping(event) && !isModalOpen()) openOverlay('shortcuts');
}

/**
 * Ctrl+K or ⌘K opens and closes the palette, also from a field. '?' opens the list of shortcuts outside of text fields.
 * Neither works over a dialog.
 */
export function useOverlayKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
