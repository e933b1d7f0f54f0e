import { useTranslate } from '@refinedev/core';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { RetryButton } from '#src/components/retry/retry-button.tsx';
import { LoadingStores } from './loading-stores.tsx';
import './store-locator.css';
import { StoreLocator } from './store-locator.tsx';
import { useStoreCards } from '#src/components/store-map/use-store-cards.ts';

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
