import { useEffect } from 'react';
import { isModalOpen } from '../layout/modal-open.ts';
import { HELP_KEY, isHelpKeyOn } from './help-key.ts';
import { closeOverlay, openOverlay, openedOverlay } from './overlay-store.ts';

const PALETTE_KEY = 'k';
/** Where a character is typed, or leads to an entry that begins with it. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

function togglePalette(event: KeyboardEvent): void {
  const isOpen = openedOverlay() === 'palette';
  if (!isOpen && isModalOpen()) return;
  // Browsers put the focus into their own address bar.
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
 * Ctrl+K or ⌘K opens and closes the palette, from a field too; '?' opens the list of shortcuts where nothing is being
 * typed. Neither does over a dialog.
 */
export function useOverlayKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
