import { type Map as LeafletMap, divIcon, marker } from 'leaflet';
import { type RefObject, useEffect } from 'react';
import type { Position } from '../position.ts';

function namedDot(name: string): HTMLElement {
  const dot = document.createElement('span');
  dot.textContent = name;
  return dot;
}

/** Marks the user's own position on the map, below the pins. */
export function useOwnPositionMarker(made: RefObject<LeafletMap | null>, own: Position | null, name: string): void {
  useEffect(() => {
    const map = made.current;
    if (!map || !own) return undefined;
    const dot = marker([own.latitude, own.longitude], {
      icon: divIcon({ html: namedDot(name), className: 'map-own', iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
      pane: 'overlayPane',
    }).addTo(map);
    return () => {
      dot.remove();
    };
  }, [made, own, name]);
}
