import { create } from 'zustand';
import { unfinishedOpenedCart } from '#src/providers/session/sale-store.ts';
import { browserStore } from '#src/providers/session/storage.ts';

/** The name of the modifier key for K on this machine. */
export function modifierKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

/** Opens the list of shortcuts. */
export const HELP_KEY = '?';

const STORAGE_KEY = 'helpKey';
const OFF = 'off';

const useHelpKey = create(() => ({ isOn: browserStore.read(STORAGE_KEY) !== OFF }));

/**
 * Whether '?' alone opens the list of shortcuts. Users of speech input or with a tremor can switch it off (WCAG 2.1.4).
 */
export function isHelpKeyOn(): boolean {
  return useHelpKey.getState().isOn;
}

/** Switches the key on or off and stores the choice. */
export function switchHelpKey(isOn: boolean): void {
  if (isOn) browserStore.remove(STORAGE_KEY);
  else browserStore.write(STORAGE_KEY, OFF);
  useHelpKey.setState({ isOn });
}

/** Whether the key is on. Renders again when this changes. */
export function useIsHelpKeyOn(): boolean {
  return useHelpKey(({ isOn }) => isOn);
}

/** Overlays of every screen: the command palette, the list of shortcuts, and the question before leaving a cart. */
export type OverlayName = 'palette' | 'shortcuts' | 'leaving';

interface OpenedOverlay {
  readonly opened: OverlayName | null;
  /** The action that waits for the answer. */
  readonly leave?: (() => void) | undefined;
}

const useOverlay = create<OpenedOverlay>(() => ({ opened: null }));

export function openOverlay(opened: OverlayName): void {
  useOverlay.setState({ opened, leave: undefined });
}

/** Runs an action that discards the cart: after the user confirms, or at once if the cart has no products. */
export function leaveCart(leave: () => void): void {
  if (unfinishedOpenedCart()) useOverlay.setState({ opened: 'leaving', leave });
  else leave();
}

/** The action that waits for the answer. */
export function pendingLeave(): (() => void) | undefined {
  return useOverlay.getState().leave;
}

export function closeOverlay(): void {
  useOverlay.setState({ opened: null, leave: undefined });
}

export function openedOverlay(): OverlayName | null {
  return useOverlay.getState().opened;
}

/** The open overlay, or null. Renders again when it changes. */
export function useOpenedOverlay(): OverlayName | null {
  return useOverlay(({ opened }) => opened);
}
