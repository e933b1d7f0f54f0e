import type { Map as LeafletMap } from 'leaflet';
import type { Position } from '../position.ts';
import type { MapBounds } from '../clusters.ts';
import type { ScreenPoint } from '../towns.ts';

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
