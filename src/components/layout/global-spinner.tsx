import { useTranslate } from '@refinedev/core';
import { useNavigation } from 'react-router';
import { useIsLoading } from '#src/providers/loading/loading-store.ts';
import './global-spinner.css';

/** Says that something is loading: a call, or the code of a screen (§2). */
export function GlobalSpinner() {
  const translate = useTranslate();
  const isLoading = useIsLoading();
  const isNavigating = useNavigation().state !== 'idle';
  return (
    <div role="status">
      {(isLoading || isNavigating) && (
        <div className="spinner">
          <span className="spinner__ring" />
          {translate('common:loading')}
        </div>
      )}
    </div>
  );
}
