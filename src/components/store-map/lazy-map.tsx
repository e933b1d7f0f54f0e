import { useTranslate } from '@refinedev/core';
import type { ComponentType } from 'react';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { RetryButton } from '#src/components/retry-button/retry-button.tsx';

/** In the place of a map whose code could not be fetched: the stores are there all the same. */
function MapUnavailable({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div className="store-map__canvas store-map__canvas--missing" role="alert">
      <p>{translate('store-locator:map.unavailable')}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}

interface LazyMapProps<Props> {
  /** Fetches the map's code. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the map is given. */
  readonly map: Props;
}

/**
 * A map whose code is fetched when it is shown. Where it does not come the page stays whole; it is asked for again by
 * 'Riprova', and by itself when the connection is back.
 */
export function LazyMap<Props extends object>({ load, map }: LazyMapProps<Props>) {
  return (
    <div tabIndex={-1}>
      <LazyPart
        load={load}
        props={map}
        waiting={<div className="store-map__canvas store-map__canvas--empty" aria-busy="true" />}
        failed={(retry) => <MapUnavailable onRetry={retry} />}
      />
    </div>
  );
}
