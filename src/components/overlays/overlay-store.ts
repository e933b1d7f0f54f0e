import { create } from 'zustand';
import { unfinishedOpenedCart } from '#src/hooks/sale-store.ts';

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
