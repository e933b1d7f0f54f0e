import { useTranslate } from '@refinedev/core';
import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useMemo } from 'react';
import type { StoreCard } from '../store-card.ts';
import type { PinIndex } from '../clusters.ts';
import { townsOf, townsWithRoom } from '../towns.ts';
import { boundsOf, screenOf } from './map-area.ts';
import { createTownLayer } from './town-layer.ts';

/** Labels the towns of the stores, and the capital, if there is room. */
export function useTownNames(
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
