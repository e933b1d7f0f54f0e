import type { Map as LeafletMap } from 'leaflet';
import type { Position } from '../position.ts';
import type { MapBounds } from '../clusters.ts';
import type { ScreenPoint } from '../towns.ts';

/** How far beyond the edges something still counts as in view, as a part of the map's size: its pin may reach in. */
const PADDING = 0.1;

/** What of the world is in view. */
export function boundsOf(map: LeafletMap): MapBounds {
  const bounds = map.getBounds().pad(PADDING);
  return { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() };
}

/** Where a place is on the map, in pixels; null for one out of view. */
export function screenOf(map: LeafletMap): (position: Position) => ScreenPoint | null {
  const bounds = map.getBounds().pad(PADDING);
  return ({ latitude, longitude }) =>
    bounds.contains([latitude, longitude]) ? map.latLngToContainerPoint([latitude, longitude]) : null;
}
