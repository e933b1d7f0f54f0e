import { create } from 'zustand';
import { unfinishedOpenedCart } from '#src/providers/session/sale-store.ts';
import { browserStore, useBrowserText } from '#src/providers/session/storage.ts';

/** The name of the modifier key for K on this machine. */
export function modifierKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

/** Opens the list of shortcuts. */
export const HELP_KEY = '?';

const STORAGE_KEY = 'helpKey';
const OFF = 'off';

/**
 * Whether '?' alone opens the list of shortcuts. Users of speech input or with a tremor can switch it off (WCAG 2.1.4).
 */
export function isHelpKeyOn(): boolean {
  return browserStore.read(STORAGE_KEY) !== OFF;
}

/** Like `isHelpKeyOn`; renders again when this or another tab changes it. */
export function useIsHelpKeyOn(): boolean {
  return useBrowserText(STORAGE_KEY) !== OFF;
}

/** Switches the key on or off and stores the choice. */
export function switchHelpKey(isOn: boolean): void {
  if (isOn) browserStore.remove(STORAGE_KEY);
  else browserStore.write(STORAGE_KEY, OFF);
}

/** Overlays of every screen: the command palette, the list of shortcuts, and the question before leaving a cart. */
interface OpenedOverlay {
  readonly opened: 'palette' | 'shortcuts' | 'leaving' | null;
  /** The action that waits for the answer. */
  readonly leave?: (() => void) | undefined;
}

export const useOverlay = create<OpenedOverlay>(() => ({ opened: null }));

export function openOverlay(opened: OpenedOverlay['opened']): void {
  useOverlay.setState({ opened, leave: undefined });
}

export function closeOverlay(): void {
  openOverlay(null);
}

/** Runs an action that discards the cart: after the user confirms, or at once if the cart has no products. */
export function leaveCart(leave: () => void): void {
  if (unfinishedOpenedCart()) useOverlay.setState({ opened: 'leaving', leave });
  else leave();
}
