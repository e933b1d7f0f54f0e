import { FIT_ZOOM, type MapView, WORLD_PX } from '../map-view.ts';

const DEGREES_AROUND = 360;
/** How much of the map's width is filled at least: so much that it would not fit at one zoom nearer, margins included. */
const FILLED = 0.6;

/** How many degrees of longitude so much of a map's width is at the nearest zoom that shows the whole of a search. */
function leastWidth(map: google.maps.Map): number {
  return (map.getDiv().clientWidth * FILLED * DEGREES_AROUND) / (WORLD_PX * 2 ** FIT_ZOOM);
}

/** Brings the map of the maps script to a view. */
export function applyView(map: google.maps.Map, view: MapView): void {
  if (view.kind === 'around') {
    map.setZoom(view.zoom);
    map.setCenter({ lat: view.centre.latitude, lng: view.centre.longitude });
    return;
  }
  const bounds = new google.maps.LatLngBounds();
  for (const { latitude, longitude } of view.places) bounds.extend({ lat: latitude, lng: longitude });
  // To fit bounds, this map comes as near as it can: those of few stores are widened instead.
  const { lat, lng } = bounds.getCenter().toJSON();
  const half = leastWidth(map) / 2;
  bounds.extend({ lat, lng: lng - half });
  bounds.extend({ lat, lng: lng + half });
  map.fitBounds(bounds);
}
