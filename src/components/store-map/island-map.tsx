import { useTranslate } from '@refinedev/core';
import { layerGroup, type LeafletMouseEvent, type Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useIsOnline } from '#src/providers/api/connection.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { addTiles, type TilesSight } from './add-tiles.ts';
import { type MapBounds, type Pin, type PinIndex, usePins } from './clusters.ts';
import { applyView, createIslandMap, nameMarker, nearestZoom } from './create-island-map.ts';
import { islandCoasts } from './island-coasts.ts';
import './island-map.css';
import { FIT_ZOOM, MAX_ZOOM, type Position, type StoreMapProps } from './map-view.ts';
import { createPinLayer } from './pin-layer.ts';
import type { StoreCard } from './store-card.ts';
import { type ScreenPoint, townsOf, townsWithRoom } from './towns.ts';

/** The margin around the view, as a part of the map's size. Pins in this margin count as visible. */
const PADDING = 0.1;

/** The area in view. */
function boundsOf(map: LeafletMap): MapBounds {
  const bounds = map.getBounds().pad(PADDING);
  return { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() };
}

/** The position of a place on the map, in px; null outside the view. */
function screenOf(map: LeafletMap): (position: Position) => ScreenPoint | null {
  const bounds = map.getBounds().pad(PADDING);
  return (position) => (bounds.contains(position) ? map.latLngToContainerPoint(position) : null);
}

/** Length of a degree of longitude as a part of a degree of latitude, in the middle of the island. */
const LONGITUDE_SCALE = Math.cos((40.1 * Math.PI) / 180);

function pointOf(lat: number, lng: number): string {
  return `${(lng * LONGITUDE_SCALE).toFixed(3)} ${(-lat).toFixed(3)}`;
}

const land = islandCoasts.map((coast) => `M${coast.map(([lat, lng]) => pointOf(lat, lng)).join('L')}Z`).join('');
const [left, top] = [8.05 * LONGITUDE_SCALE, -41.35];
const frame = [left, top, 9.9 * LONGITUDE_SCALE - left, 41.35 - 38.8].map((measure) => measure.toFixed(3)).join(' ');

/** A small overview that shows where on the island a close-up is; hidden from screen readers. */
function IslandInset({ position: { lat, lng } }: { readonly position: Position }) {
  const [x, y] = pointOf(lat, lng).split(' ');
  return (
    <svg className="store-map__inset" viewBox={frame} aria-hidden="true">
      <path className="map-land" d={land} />
      <circle className="store-map__place" cx={x} cy={y} r="0.07" />
    </svg>
  );
}

/** Labels the towns of the stores, and the capital, if there is room. */
function useTownNames(
  made: RefObject<LeafletMap | null>,
  landmarks: readonly StoreCard[],
  index: PinIndex,
  areShown: boolean,
): void {
  const translate = useTranslate();
  const capital = translate('store-locator:map.capital');
  const towns = useMemo(() => townsOf(landmarks, capital), [landmarks, capital]);
  useEffect(() => {
    const map = made.current;
    if (!map || !areShown) return undefined;
    const names = layerGroup().addTo(map);
    const draw = () => {
      names.clearLayers();
      for (const { name, position } of townsWithRoom(towns, index(boundsOf(map), map.getZoom()), screenOf(map))) {
        nameMarker(position, name, 'map-town', 'tilePane').addTo(names);
      }
    };
    map.on('moveend', draw);
    draw();
    return () => {
      map.off('moveend', draw);
      names.remove();
    };
  }, [made, towns, index, areShown]);
}

/**
 * Adds the operator's tiles to the map. Missing tiles load again when the connection is back.
 * @param url empty for no tiles
 */
function useTiles(made: RefObject<LeafletMap | null>, url: string): TilesSight {
  const [sight, setSight] = useState<TilesSight>('awaited');
  const reloadMissing = useRef<() => void>(null);
  const isOnline = useIsOnline();

  useEffect(() => {
    if (made.current && url !== '') reloadMissing.current = addTiles(made.current, url, setSight);
  }, [made, url]);

  useEffect(() => {
    if (isOnline) reloadMissing.current?.();
  }, [isOnline]);

  return sight;
}

/** The portal's own map: the island's outline or the operator's tiles, with pins, pan, zoom and keyboard (§2). */
export function IslandMap({ cards, landmarks, chosen, own, view, onChoose, onPick }: StoreMapProps) {
  const translate = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const made = useRef<LeafletMap>(null);
  const { mapTilesUrl, mapTilesAttribution } = runtimeConfig();
  const hasTiles = mapTilesUrl !== '';
  const { index, labelOf, press } = usePins(cards, chosen);
  const [isNearest, setNearest] = useState(false);
  /** The middle of a close-up that does not itself say where it is. */
  const [closeUp, setCloseUp] = useState<Position | null>(null);
  const hintId = useId();

  const select = useEffectEvent((pin: Pin): void => {
    press(pin, onChoose, (place, zoom) => made.current?.setView(place, zoom));
  });

  const pick = useEffectEvent(({ latlng, originalEvent }: LeafletMouseEvent): void => {
    // The second click of a double click zooms.
    if (originalEvent.detail < 2) onPick?.(latlng);
  });

  useEffect(() => {
    if (!container.current) return undefined;
    const map = createIslandMap(container.current, hasTiles);
    map.on('click', (event) => pick(event));
    made.current = map;
    return () => {
      made.current = null;
      map.remove();
    };
  }, [hasTiles]);

  const sight = useTiles(made, mapTilesUrl);
  const areTilesExpected = hasTiles && sight !== 'unreachable';

  const places = useMemo(() => landmarks.flatMap(({ position }) => position ?? []), [landmarks]);
  /** Where a place is picked, it may be on bare land. */
  const nearestWithoutRoads = useEffectEvent((map: LeafletMap, centre: Position) =>
    onPick ? FIT_ZOOM : nearestZoom(map, centre, places),
  );

  useEffect(() => {
    const map = made.current;
    if (map) applyView(map, view, (centre) => (hasTiles ? MAX_ZOOM : nearestWithoutRoads(map, centre)));
  }, [view, hasTiles]);

  useEffect(() => {
    const map = made.current;
    if (!map) return undefined;
    const pinLayer = createPinLayer(map, { labelOf, chosenKey: chosen?.key, onSelect: (pin) => select(pin) });
    const draw = () => {
      const zoom = map.getZoom();
      const pins = index(boundsOf(map), zoom);
      const fit = nearestWithoutRoads(map, map.getCenter());
      // Moved away from the stores, a close-up without roads would be an empty field.
      if (!areTilesExpected && zoom > fit && pins.length === 0) {
        map.setZoom(fit);
        return;
      }
      pinLayer.show(pins);
      const isBare = zoom > fit || pins.length === 0 || chosen !== null;
      setCloseUp(zoom >= fit && isBare ? map.getCenter() : null);
      // Without roads the map comes nearer only where something in view still comes apart.
      const splits = pins.flatMap((pin) => (pin.kind === 'cluster' && pin.splitsAt !== null ? [pin.splitsAt] : []));
      const nearest = areTilesExpected ? MAX_ZOOM : Math.max(fit, zoom, ...splits);
      map.setMaxZoom(nearest);
      setNearest(zoom === nearest);
    };
    map.on('moveend', draw);
    draw();
    return () => {
      map.off('moveend', draw);
      pinLayer.remove();
    };
  }, [index, chosen, labelOf, areTilesExpected]);

  const ownName = translate('store-locator:map.own');
  useEffect(() => {
    if (!made.current || !own) return undefined;
    const dot = nameMarker(own, ownName, 'map-own', 'overlayPane').addTo(made.current);
    return () => void dot.remove();
  }, [own, ownName]);

  useTownNames(made, landmarks, index, sight !== 'seen');

  return (
    <>
      <p role="status" className="store-map__failure">
        {sight === 'unreachable' && translate('store-locator:map.tilesUnreachable')}
      </p>
      <div className="store-map__frame">
        <div
          ref={container}
          className="store-map__canvas"
          role="application"
          aria-label={translate('store-locator:map.label')}
          aria-describedby={hintId}
        />
        {closeUp && sight !== 'seen' && <IslandInset position={closeUp} />}
        <div className="store-map__zoom">
          <button
            type="button"
            aria-label={translate('store-locator:map.zoomIn')}
            aria-disabled={isNearest}
            onClick={() => made.current?.zoomIn()}
          >
            +
          </button>
          <button
            type="button"
            aria-label={translate('store-locator:map.zoomOut')}
            onClick={() => made.current?.zoomOut()}
          >
            −
          </button>
        </div>
      </div>
      <p id={hintId} className="store-map__note">
        {areTilesExpected ? mapTilesAttribution : translate('store-locator:map.outline')}{' '}
        {translate('store-locator:map.keys')}
      </p>
    </>
  );
}
