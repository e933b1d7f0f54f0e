import { create } from 'zustand';

/** What may lie over any screen: the command palette, and the list of shortcuts. */
export type OverlayName = 'palette' | 'shortcuts';

const useOverlay = create<{ readonly opened: OverlayName | null }>(() => ({ opened: null }));

/** Opens an overlay in the place of another. */
export function openOverlay(opened: OverlayName): void {
  useOverlay.setState({ opened });
}

/** Closes whichever is open. */
export function closeOverlay(): void {
  useOverlay.setState({ opened: null });
}

/** The overlay that is open, or null. */
export function openedOverlay(): OverlayName | null {
  return useOverlay.getState().opened;
}

/** The overlay that is open, or null; renders anew when that changes. */
export function useOpenedOverlay(): OverlayName | null {
  return useOverlay(({ opened }) => opened);
}
