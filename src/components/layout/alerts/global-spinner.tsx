import { useTranslate } from '@refinedev/core';
import { cancelLongLoads, useIsLoading, useIsLongWait } from '#src/providers/loading/loading-store.ts';
import './global-spinner.css';

/** Shows while a request or the code of a screen loads (§2). The user can cancel a long wait. */
export function GlobalSpinner() {
  const translate = useTranslate();
  const isLoading = useIsLoading();
  const isLongWait = useIsLongWait();
  return (
    <div className="spinner-place">
      <div role="status">
        {isLoading && (
          <div className="spinner">
            <span className="spinner__ring" />
            <span>{translate(isLongWait ? 'common:loadingLong' : 'common:loading')}</span>
          </div>
        )}
      </div>
      {isLongWait && (
        <button type="button" className="button button--secondary spinner-place__cancel" onClick={cancelLongLoads}>
          {translate('common:cancel')}
        </button>
      )}
    </div>
  );
}
