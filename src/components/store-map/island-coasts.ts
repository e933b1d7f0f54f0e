import type { Map as LeafletMap } from 'leaflet';
import type { MapBounds } from './clusters.ts';
import outline from './island-outline.json';
import type { Position } from './map-view.ts';
import type { ScreenPoint } from './towns.ts';

function cornerOf(text: string): [latitude: number, longitude: number] {
  const [latitude = 0, longitude = 0] = text.split(' ').map(Number);
  return [latitude, longitude];
}

/**
 * The coasts of the island and of its small islands, as points in degrees. `scripts/cut-island-outline.mjs` creates the
 * data.
 */
export const islandCoasts = outline.coasts.map((coast) => coast.split(',').map(cornerOf));

/** The margin around the view, as a part of the map's size. Pins in this margin count as visible. */
const PADDING = 0.1;

/** The area in view. */
export function boundsOf(map: LeafletMap): MapBounds {
  const bounds = map.getBounds().pad(PADDING);
  return { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() };
}

/** The position of a place on the map, in px; null outside the view. */
export function screenOf(map: LeafletMap): (position: Position) => ScreenPoint | null {
  const bounds = map.getBounds().pad(PADDING);
  return ({ latitude, longitude }) =>
    bounds.contains([latitude, longitude]) ? map.latLngToContainerPoint([latitude, longitude]) : null;
}
