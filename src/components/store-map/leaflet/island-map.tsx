import { useTranslate } from '@refinedev/core';
import type { Map as LeafletMap, LeafletMouseEvent } from 'leaflet';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import type { Pin } from '../clusters.ts';
import type { StoreMapProps } from '../map-props.ts';
import { usePins } from '../use-pins.ts';
import { applyView, createIslandMap } from './create-island-map.ts';
import { IslandInset } from './island-inset.tsx';
import './island-map.css';
import { boundsOf } from './map-area.ts';
import { createPinLayer } from './pin-layer.ts';
import { useOwnPositionMarker } from './use-own-position-marker.ts';
import { useTiles } from './use-tiles.ts';
import { useTownNames } from './use-town-names.ts';

/** The portal's own map: the island's outline or the operator's tiles, with pins, pan, zoom and keyboard (§2). */
export function IslandMap({ cards, landmarks, chosen, own, view, onChoose, onPick }: StoreMapProps) {
  const translate = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const made = useRef<LeafletMap>(null);
  const { index, labelOf, storeOf } = usePins(cards, chosen);
  const hintId = useId();
  const { mapTilesUrl, mapTilesAttribution } = runtimeConfig();
  const hasTiles = mapTilesUrl !== '';

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

  useEffect(() => {
    if (made.current) applyView(made.current, view);
  }, [view]);

  useEffect(() => {
    const map = made.current;
    if (!map) return undefined;
    const lookOf = (pin: Pin) => ({
      label: labelOf(pin),
      text: pin.kind === 'cluster' ? String(pin.count) : '',
      isChosen: pin.key === chosen?.key,
    });
    const pinLayer = createPinLayer(map, lookOf, (pin) => select(pin));
    const draw = () => pinLayer.show(index(boundsOf(map), map.getZoom()));
    map.on('moveend', draw);
    draw();
    return () => {
      map.off('moveend', draw);
      pinLayer.remove();
    };
  }, [index, chosen, labelOf]);

  useOwnPositionMarker(made, own, translate('store-locator:map.own'));
  useTownNames(made, landmarks, index, sight !== 'seen');

  const areTilesExpected = hasTiles && sight !== 'unreachable';
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
        {chosen?.position && sight !== 'seen' && <IslandInset position={chosen.position} />}
        <div className="store-map__zoom">
          <button
            type="button"
            aria-label={translate('store-locator:map.zoomIn')}
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
