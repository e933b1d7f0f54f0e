import { useTranslate } from '@refinedev/core';
import { useCallback, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { LazyMap } from './lazy-map.tsx';
import type { StoreMapProps } from './map-props.ts';
import './store-map.css';

/** Each map is a separate chunk. */
async function loadIslandMap() {
  return (await import('./leaflet/island-map.tsx')).IslandMap;
}

async function loadGoogleMap() {
  return (await import('./google/google-store-map.tsx')).GoogleStoreMap;
}

/**
 * The map of the stores (§2). With an operator's key it is the map of the maps script. Without a key or after a failure
 * it is the portal's own map, with a note.
 */
export function StoreMap(props: StoreMapProps) {
  const translate = useTranslate();
  const [hasFailed, setFailed] = useState(false);
  const onFail = useCallback(() => setFailed(true), []);
  const hasKey = runtimeConfig().googleMapsApiKey !== '';
  return (
    <div className="store-map">
      <p role="status" className="store-map__failure">
        {hasFailed && translate('store-locator:map.failed')}
      </p>
      {hasKey && !hasFailed ? (
        // Without the third party's map the rest of the page still works.
        <ErrorBoundary fallback={null} onError={onFail}>
          <LazyMap load={loadGoogleMap} map={{ ...props, onFail }} />
        </ErrorBoundary>
      ) : (
        <LazyMap load={loadIslandMap} map={props} />
      )}
    </div>
  );
}
