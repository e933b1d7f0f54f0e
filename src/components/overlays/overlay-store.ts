import { useSyncExternalStore } from 'react';

/** What may lie over any screen: the command palette, and the list of shortcuts. */
export type OverlayName = 'palette' | 'shortcuts';

let open: OverlayName | null = null;
const listeners = new Set<() => void>();

function show(next: OverlayName | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens an overlay in the place of another. */
export function openOverlay(name: OverlayName): void {
  show(name);
}

/** Closes whichever is open. */
export function closeOverlay(): void {
  show(null);
}

/** The overlay that is open, or null. */
export function openedOverlay(): OverlayName | null {
  return open;
}

/** The overlay that is open, or null; renders anew when that changes. */
export function useOpenedOverlay(): OverlayName | null {
  return useSyncExternalStore(subscribe, openedOverlay);
}
