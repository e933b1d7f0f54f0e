import {
  control,
  divIcon,
  latLngBounds,
  Map as LeafletMap,
  marker,
  type Marker,
  type MarkerOptions,
  polygon,
  svg,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { islandCoasts } from './island-coasts.ts';
import { FIT_ZOOM, type MapView, MAX_ZOOM, MIN_ZOOM, type Position } from './map-view.ts';

/** Below the tiles, so that the outline shows until they load, or if they fail. */
const OUTLINE_PANE = 'outline';
const OUTLINE_Z_INDEX = '150';
/** How far the outline is drawn beyond the map's edges, as a part of its size: as far as one drag moves the map. */
const OUTLINE_PADDING = 0.6;
/** The outline is sharp at every zoom, so the whole island can fill the map. */
const OUTLINE_ZOOM_STEP = 0.25;
/** Padding around a fitted view, in px: half of a name is beside its place. */
const FIT_PADDING = 56;
/** The most that the padding takes on each side, as a part of the map's size. */
const FIT_PADDING_PART = 0.25;

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

/**
 * A map of the island in `container`: outline, pan, zoom and keyboard. No animation for users who prefer reduced
 * motion.
 * @param hasTiles whether tiles will be added
 */
export function createIslandMap(container: HTMLElement, hasTiles: boolean): LeafletMap {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(container, {
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    // Tiles are sharp at whole zooms only.
    zoomSnap: hasTiles ? 1 : OUTLINE_ZOOM_STEP,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  });
  // The wheel scrolls the page until the map has the focus.
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  drawOutline(map);
  control.scale({ imperial: false }).addTo(map).getContainer()?.setAttribute('translate', 'no');
  return map;
}

/** How far from the middle another place must be, in px. */
const APART = 48;
/** How far from the middle it may be, as a part of the map's size: clear of the buttons and the overview at the edges. */
const IN_SIGHT = 0.35;

/**
 * The nearest zoom at which a map without roads shows more around `centre` than bare land: a coast, or another of
 * `places`.
 */
export function nearestZoom(map: LeafletMap, centre: Position, places: readonly Position[]): number {
  const middle = map.project(centre, FIT_ZOOM);
  const size = map.getSize();
  // A map that is not shown has no size.
  const [width, height] = [Math.max(1, size.x * IN_SIGHT), Math.max(1, size.y * IN_SIGHT)];
  const scales = [...islandCoasts.flat(), ...places].map((place) => {
    const { x, y } = map.project(place, FIT_ZOOM).subtract(middle);
    const scale = Math.min(1, width / Math.abs(x), height / Math.abs(y));
    return Math.max(Math.abs(x), Math.abs(y)) * scale < APART ? 0 : scale;
  });
  const zoom = FIT_ZOOM + Math.log2(Math.max(0, ...scales));
  return Math.max(MIN_ZOOM, Math.floor(zoom / OUTLINE_ZOOM_STEP) * OUTLINE_ZOOM_STEP);
}

/** Shows an area, no nearer than `nearest` says of its middle. */
export function applyView(map: LeafletMap, view: MapView, nearest: (centre: Position) => number): void {
  if (view.kind === 'around') {
    map.setView(view.centre, Math.min(view.zoom, nearest(view.centre)));
    return;
  }
  const bounds = latLngBounds([...view.places]);
  const { x, y } = map.getSize();
  map.fitBounds(bounds, {
    padding: [Math.min(FIT_PADDING, x * FIT_PADDING_PART), Math.min(FIT_PADDING, y * FIT_PADDING_PART)],
    maxZoom: Math.min(FIT_ZOOM, nearest(bounds.getCenter())),
  });
}

/** A marker that is an element of its own, drawn around or above its place. Without keys: the element may have them. */
export function elementMarker(
  position: Position,
  html: HTMLElement,
  className: string,
  options: MarkerOptions,
): Marker {
  return marker(position, { icon: divIcon({ html, className, iconSize: [0, 0] }), keyboard: false, ...options });
}

/** A name at its place, below the pins. */
export function nameMarker(position: Position, name: string, className: string, pane: string): Marker {
  const element = document.createElement('span');
  element.textContent = name;
  return elementMarker(position, element, className, { interactive: false, pane });
}
