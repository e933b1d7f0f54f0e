import { useTranslate } from '@refinedev/core';
import { mapOrigin } from '#src/providers/map-origin.ts';
import type { NearbyOrder } from './use-geolocation.ts';

/** 'Vicino a me': sorts the stores by distance, or back. Below it the reason if that fails. */
export function NearbyButton({ own, ask, forget }: NearbyOrder) {
  const translate = useTranslate();
  const isOn = own.kind === 'known';
  const isAsking = own.kind === 'asking';
  return (
    <>
      <button
        type="button"
        className={`button ${isOn ? 'button--primary' : 'button--secondary'}`}
        aria-pressed={isOn}
        aria-disabled={isAsking}
        onClick={() => {
          if (isOn) forget();
          else if (!isAsking) ask();
        }}
      >
        {translate('store-locator:nearby.button')}
      </button>
      <p role="status" className="store-search__hint" data-failed={own.kind === 'failed'}>
        {isAsking && translate('store-locator:nearby.asking')}
        {isOn && translate(mapOrigin() === 'none' ? 'store-locator:nearby.known' : 'store-locator:nearby.knownWithMap')}
        {own.kind === 'failed' && translate(`store-locator:nearby.failure.${own.reason}`)}
      </p>
    </>
  );
}
