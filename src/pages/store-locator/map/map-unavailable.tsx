import { useTranslate } from '@refinedev/core';
import { RetryButton } from '#src/components/retry-button/retry-button.tsx';

/** In the place of a map whose code could not be fetched: the stores are there all the same. */
export function MapUnavailable({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div className="store-map__canvas store-map__canvas--missing" role="alert">
      <p>{translate('store-locator:map.unavailable')}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}
