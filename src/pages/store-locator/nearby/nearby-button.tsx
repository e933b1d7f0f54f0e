import { useTranslate } from '@refinedev/core';
import { mapOrigin } from '#src/providers/map-origin.ts';
import type { NearbyOrder } from './use-geolocation.ts';

/** Key of the text that says what becomes of the user's position; null while nobody has asked for it. */
function stateText(own: NearbyOrder['own']): string | null {
  switch (own.kind) {
    case 'unasked':
      return null;
    case 'asking':
      return 'asking';
    case 'known':
      return mapOrigin() === 'none' ? 'known' : 'knownWithMap';
    case 'failed':
      return `failure.${own.reason}`;
  }
}

/** 'Vicino a me': sorts the stores by distance, or back. Below it the reason if that fails. */
export function NearbyButton({ own, ask, forget }: NearbyOrder) {
  const translate = useTranslate();
  const isOn = own.kind === 'known';
  const isAsking = own.kind === 'asking';
  const text = stateText(own);
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
        {text !== null && translate(`store-locator:nearby.${text}`)}
      </p>
    </>
  );
}
