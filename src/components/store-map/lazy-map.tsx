import { useTranslate } from '@refinedev/core';
import type { ComponentType } from 'react';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { RetryButton } from '#src/components/retry/retry-button.tsx';

/** Shown when the code of the map could not be loaded. The list of stores still works. */
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
  readonly load: () => Promise<ComponentType<Props>>;
  readonly map: Props;
}

/**
 * A map whose code loads when it is shown. If that fails, the page still works. 'Riprova' repeats the load, and so does
 * a restored connection.
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
