import { FIT_ZOOM, type MapView, WORLD_PX } from '../map-view.ts';

const DEGREES_AROUND = 360;
/** The part of the map's width that a view fills at least: one zoom nearer it would not fit with its margins. */
const FILLED_PART = 0.6;

/** The degrees of longitude that `FILLED_PART` of the map's width covers at the nearest zoom for several places. */
function minWidth(map: google.maps.Map): number {
  return (map.getDiv().clientWidth * FILLED_PART * DEGREES_AROUND) / (WORLD_PX * 2 ** FIT_ZOOM);
}

/** Moves the map of the maps script to a view. */
export function applyView(map: google.maps.Map, view: MapView): void {
  if (view.kind === 'around') {
    map.setZoom(view.zoom);
    map.setCenter({ lat: view.centre.latitude, lng: view.centre.longitude });
    return;
  }
  const bounds = new google.maps.LatLngBounds();
  for (const { latitude, longitude } of view.places) bounds.extend({ lat: latitude, lng: longitude });
  // The map zooms in as far as the bounds allow, so the bounds of few stores are widened.
  const { lat, lng } = bounds.getCenter().toJSON();
  const half = minWidth(map) / 2;
  bounds.extend({ lat, lng: lng - half });
  bounds.extend({ lat, lng: lng + half });
  map.fitBounds(bounds);
}
