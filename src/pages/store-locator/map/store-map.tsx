import { useTranslate } from '@refinedev/core';
import { Suspense, lazy, useCallback, useState } from 'react';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { MapGuard } from './map-guard.tsx';
import type { StoreMapProps } from './map-props.ts';
import { MapUnavailable } from './map-unavailable.tsx';
import './store-map.css';

/** Each map is a chunk of its own, fetched when it is shown; one that cannot be fetched leaves the page whole. */
const IslandMap = lazy(() =>
  import('./leaflet/island-map.tsx').then(
    (module) => ({ default: module.IslandMap }),
    () => ({ default: MapUnavailable }),
  ),
);
const GoogleStoreMap = lazy(() =>
  import('./google/google-store-map.tsx').then(
    (module) => ({ default: module.GoogleStoreMap }),
    () => ({ default: MapUnavailable }),
  ),
);

/**
 * The map of the stores (§2): that of the maps script where the operator has a key for it; else, or when that cannot be
 * used, the one that needs no one else, with a word about it.
 */
export function StoreMap(props: StoreMapProps) {
  const translate = useTranslate();
  const [hasFailed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  const hasKey = runtimeConfig().googleMapsApiKey !== '';
  return (
    <div className="store-map">
      <p role="status" className="store-map__failure">
        {hasFailed && translate('store-locator:map.failed')}
      </p>
      <Suspense fallback={<div className="store-map__canvas store-map__canvas--empty" />}>
        {hasKey && !hasFailed ? (
          <MapGuard onFail={fail}>
            <GoogleStoreMap {...props} onFail={fail} />
          </MapGuard>
        ) : (
          <IslandMap {...props} />
        )}
      </Suspense>
    </div>
  );
}
