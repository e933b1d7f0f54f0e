import { Map as LeafletMap, control, polygon, svg, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { MAX_ZOOM, MIN_ZOOM, type MapView } from '../map-view.ts';
import { islandCoasts } from './island-coasts.ts';

/** Below the tiles, so that the outline is there until they come, and when they do not. */
const OUTLINE_PANE = 'outline';
const OUTLINE_Z_INDEX = '150';
/** How far beyond the map's edges the outline is drawn, as a part of its size: as far as a finger moves it at once. */
const OUTLINE_PADDING = 0.6;
/** The outline is sharp at every zoom, so that the whole island fills the map. */
const OUTLINE_ZOOM_STEP = 0.25;
/** Room around what is shown as a whole, in pixels. */
const FIT_PADDING = 36;
/** Nearer than this the whole of a search is not shown: a single store would stand in the void. */
const FIT_ZOOM = 13;

function drawOutline(map: LeafletMap): void {
  map.createPane(OUTLINE_PANE).style.zIndex = OUTLINE_Z_INDEX;
  polygon(
    islandCoasts.map((coast) => [coast]),
    {
      pane: OUTLINE_PANE,
      renderer: svg({ pane: OUTLINE_PANE, padding: OUTLINE_PADDING }),
      className: 'map-land',
      fillOpacity: 1,
      interactive: false,
    },
  ).addTo(map);
}

/** The wheel scrolls the page, until the map is worked with. */
function zoomByWheelWhileFocused(map: LeafletMap): void {
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
}

/**
 * A map of the island in `container`, with pan, zoom and keyboard; under the tiles of `tilesUrl`, where the operator has
 * some, over the bare outline else. Still for who wants less motion.
 */
export function createIslandMap(container: HTMLElement, tilesUrl: string): LeafletMap {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(container, {
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    // Tiles are sharp at whole zooms only.
    zoomSnap: tilesUrl === '' ? OUTLINE_ZOOM_STEP : 1,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  });
  zoomByWheelWhileFocused(map);
  drawOutline(map);
  if (tilesUrl !== '') tileLayer(tilesUrl, { maxZoom: MAX_ZOOM }).addTo(map);
  control.scale({ imperial: false }).addTo(map);
  return map;
}

/** Brings the map to a view. */
export function applyView(map: LeafletMap, view: MapView): void {
  if (view.kind === 'around') {
    map.setView([view.centre.latitude, view.centre.longitude], view.zoom);
    return;
  }
  const places = view.places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  map.fitBounds(places, { padding: [FIT_PADDING, FIT_PADDING], maxZoom: FIT_ZOOM });
}
