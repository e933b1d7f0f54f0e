import { create } from 'zustand';
import { cartAtStake } from '#src/hooks/use-sale.ts';

/** What may lie over any screen: the command palette, the list of shortcuts, and whether to leave a cart. */
export type OverlayName = 'palette' | 'shortcuts' | 'leaving';

interface OpenedOverlay {
  readonly opened: OverlayName | null;
  /** What leads away from the cart that is asked about. */
  readonly leave?: (() => void) | undefined;
}

const useOverlay = create<OpenedOverlay>(() => ({ opened: null }));

/** Opens an overlay in the place of another. */
export function openOverlay(opened: OverlayName): void {
  useOverlay.setState({ opened, leave: undefined });
}

/** Does what ends the work on a cart with products in it once that is confirmed; at once where there is none. */
export function leaveCart(leave: () => void): void {
  if (cartAtStake()) useOverlay.setState({ opened: 'leaving', leave });
  else leave();
}

/** What is asked about. */
export function askedLeave(): (() => void) | undefined {
  return useOverlay.getState().leave;
}

/** Closes whichever is open. */
export function closeOverlay(): void {
  useOverlay.setState({ opened: null, leave: undefined });
}

/** The overlay that is open, or null. */
export function openedOverlay(): OverlayName | null {
  return useOverlay.getState().opened;
}

/** The overlay that is open, or null; renders anew when that changes. */
export function useOpenedOverlay(): OverlayName | null {
  return useOverlay(({ opened }) => opened);
}
