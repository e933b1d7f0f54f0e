import { useTranslate } from '@refinedev/core';
import { type ComponentType, useCallback, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { LazyPart } from '../feedback/lazy-part.tsx';
import { RetryButton } from '../plain/plain-button.tsx';
import type { StoreMapProps } from './map-view.ts';
import './store-map.css';

interface LazyMapProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly map: Props;
}

/**
 * A map whose code loads when it is shown. If that fails, the page still works. 'Riprova' repeats the load, and so does
 * a restored connection.
 */
export function LazyMap<Props extends object>({ load, map }: LazyMapProps<Props>) {
  const translate = useTranslate();
  return (
    <div tabIndex={-1}>
      <LazyPart
        load={load}
        props={map}
        waiting={<div className="store-map__canvas" aria-busy="true" />}
        failed={(retry) => (
          <div className="store-map__canvas store-map__canvas--missing" role="alert">
            <p>{translate('store-locator:map.unavailable')}</p>
            <RetryButton onRetry={retry} />
          </div>
        )}
      />
    </div>
  );
}

/** Each map is a separate chunk. */
const loadIslandMap = async () => (await import('./island-map.tsx')).IslandMap;
const loadGoogleMap = async () => (await import('./google-store-map.tsx')).GoogleStoreMap;

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
