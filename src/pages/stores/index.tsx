import { useTranslate } from '@refinedev/core';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { PageHead } from '#src/components/plain/public-page.tsx';
import { useStoreCards } from '#src/components/store-map/store-card.ts';
import { StoreLocator } from './store-locator.tsx';
import './stores.css';

const PLACES = [1, 2, 3];

function LoadingStores() {
  const translate = useTranslate();
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {translate('store-locator:loading')}
      </p>
      <div className="skeleton loading-stores--line" />
      <div className="carousel__page loading-stores--cards">
        {PLACES.map((place) => (
          <div key={place} className="skeleton" />
        ))}
      </div>
      <div className="skeleton loading-stores--map" />
    </div>
  );
}

/** Punti vendita: carousel, panel, map and list of the stores (§2). */
export function Component() {
  const translate = useTranslate();
  const { cards, isLoading, hasFailed, retry } = useStoreCards();

  return (
    <>
      <PageHead title={translate('common:page.storeLocator')} lead={translate('store-locator:lead')} />
      <div tabIndex={-1}>
        {isLoading && <LoadingStores />}
        {!isLoading && hasFailed && (
          <div className="store-notice store-notice--failure" role="alert">
            <p>{translate('store-locator:failure')}</p>
            <RetryButton onRetry={retry} />
          </div>
        )}
        {!isLoading && !hasFailed && cards.length === 0 && (
          <p className="store-notice" role="status">
            {translate('store-locator:none')}
          </p>
        )}
        {cards.length > 0 && <StoreLocator cards={cards} />}
      </div>
    </>
  );
}
