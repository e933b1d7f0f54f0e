import { useTranslate } from '@refinedev/core';
import { divIcon, layerGroup, type LatLngTuple, type LeafletMouseEvent, type Map as LeafletMap, marker } from 'leaflet';
import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useIsOnline } from '#src/providers/api/connection.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { addTiles, type Tiles, type TilesSight } from './add-tiles.ts';
import { type Pin, type PinIndex, usePins } from './clusters.ts';
import { applyView, createIslandMap, nearestZoom } from './create-island-map.ts';
import { boundsOf, islandCoasts, screenOf } from './island-coasts.ts';
import './island-map.css';
import { FIT_ZOOM, MAX_ZOOM, type Position, type StoreMapProps } from './map-view.ts';
import { createPinLayer } from './pin-layer.ts';
import type { StoreCard } from './store-card.ts';
import { type Town, townsOf, townsWithRoom } from './towns.ts';

function namedDot(name: string): HTMLElement {
  const dot = document.createElement('span');
  dot.textContent = name;
  return dot;
}

/** Marks the user's own position on the map, below the pins. */
function useOwnPositionMarker(made: RefObject<LeafletMap | null>, own: Position | null, name: string): void {
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

/** Length of a degree of longitude as a part of a degree of latitude, in the middle of the island. */
const LONGITUDE_SCALE = Math.cos((40.1 * Math.PI) / 180);

function pointOf(latitude: number, longitude: number): string {
  return `${(longitude * LONGITUDE_SCALE).toFixed(3)} ${(-latitude).toFixed(3)}`;
}

const land = islandCoasts
  .map((coast) => `M${coast.map(([latitude, longitude]) => pointOf(latitude, longitude)).join('L')}Z`)
  .join('');
const [left, top] = [8.05 * LONGITUDE_SCALE, -41.35];
const frame = [left, top, 9.9 * LONGITUDE_SCALE - left, 41.35 - 38.8].map((measure) => measure.toFixed(3)).join(' ');

/** A small overview that shows where on the island a close-up is; hidden from screen readers. */
function IslandInset({ position: { latitude, longitude } }: { readonly position: Position }) {
  const [x, y] = pointOf(latitude, longitude).split(' ');
  return (
    <svg className="store-map__inset" viewBox={frame} aria-hidden="true">
      <path className="map-land" d={land} />
      <circle className="store-map__place" cx={x} cy={y} r="0.07" />
    </svg>
  );
}

interface TownLayer {
  readonly show: (towns: readonly Town[]) => void;
  readonly remove: () => void;
}

function nameElement(name: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
}

/** Adds a layer of town names to a map, below the pins. Hidden from screen readers: the pins have their own names. */
function createTownLayer(map: LeafletMap): TownLayer {
  const group = layerGroup().addTo(map);
  return {
    show(towns) {
      group.clearLayers();
      for (const { name, position } of towns) {
        marker([position.latitude, position.longitude], {
          icon: divIcon({ html: nameElement(name), className: 'map-town', iconSize: [0, 0] }),
          interactive: false,
          keyboard: false,
          pane: 'tilePane',
        }).addTo(group);
      }
    },
    remove: () => group.remove(),
  };
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
    const layer = createTownLayer(map);
    const draw = () => layer.show(townsWithRoom(towns, index(boundsOf(map), map.getZoom()), screenOf(map)));
    map.on('moveend', draw);
    draw();
    return () => {
      map.off('moveend', draw);
      layer.remove();
    };
  }, [made, towns, index, areShown]);
}

/**
 * Adds the operator's tiles to the map. Missing tiles load again when the connection is back.
 * @param url empty for no tiles
 */
function useTiles(made: RefObject<LeafletMap | null>, url: string): TilesSight {
  const [sight, setSight] = useState<TilesSight>('awaited');
  const tiles = useRef<Tiles>(null);
  const isOnline = useIsOnline();

  useEffect(() => {
    if (made.current && url !== '') tiles.current = addTiles(made.current, url, setSight);
  }, [made, url]);

  useEffect(() => {
    if (isOnline) tiles.current?.reloadMissing();
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
  const { index, labelOf, storeOf } = usePins(cards, chosen);
  const [isNearest, setNearest] = useState(false);
  /** The middle of a close-up that does not itself say where it is. */
  const [closeUp, setCloseUp] = useState<Position | null>(null);
  const hintId = useId();

  const select = useEffectEvent((pin: Pin): void => {
    const card = storeOf(pin);
    if (card) onChoose(card);
    else if (pin.kind === 'cluster' && pin.splitsAt !== null) {
      made.current?.setView([pin.position.latitude, pin.position.longitude], pin.splitsAt);
    }
  });

  const pick = useEffectEvent(({ latlng, originalEvent }: LeafletMouseEvent): void => {
    // The second click of a double click zooms.
    if (originalEvent.detail < 2) onPick?.({ latitude: latlng.lat, longitude: latlng.lng });
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
  const nearestWithoutRoads = useEffectEvent((map: LeafletMap, centre: LatLngTuple) =>
    onPick ? FIT_ZOOM : nearestZoom(map, centre, places),
  );

  useEffect(() => {
    const map = made.current;
    if (map) applyView(map, view, (centre) => (hasTiles ? MAX_ZOOM : nearestWithoutRoads(map, centre)));
  }, [view, hasTiles]);

  useEffect(() => {
    const map = made.current;
    if (!map) return undefined;
    const lookOf = (pin: Pin) => ({
      label: labelOf(pin),
      text: pin.kind === 'cluster' ? String(pin.count) : '',
      isChosen: pin.key === chosen?.key,
    });
    const pinLayer = createPinLayer(map, lookOf, (pin) => select(pin));
    const draw = () => {
      const zoom = map.getZoom();
      const pins = index(boundsOf(map), zoom);
      const { lat: latitude, lng: longitude } = map.getCenter();
      const fit = nearestWithoutRoads(map, [latitude, longitude]);
      // Moved away from the stores, a close-up without roads would be an empty field.
      if (!areTilesExpected && zoom > fit && pins.length === 0) {
        map.setZoom(fit);
        return;
      }
      pinLayer.show(pins);
      const isBare = zoom > fit || pins.length === 0 || chosen !== null;
      setCloseUp(zoom >= fit && isBare ? { latitude, longitude } : null);
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

  useOwnPositionMarker(made, own, translate('store-locator:map.own'));
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
