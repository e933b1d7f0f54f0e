import { useTranslate } from '@refinedev/core';
import { useOnlinePress } from '#src/providers/connection/use-online-press.ts';

/** 'Riprova' beside what could not be loaded; refused in words while there is no connection. */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  const press = useOnlinePress(onRetry);
  return (
    <button type="button" className="button button--secondary" {...press}>
      {translate('store-locator:retry')}
    </button>
  );
}
