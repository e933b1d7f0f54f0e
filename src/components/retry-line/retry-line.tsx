import { useTranslate } from '@refinedev/core';
import { ActionButton } from '../action-button/action-button.tsx';

/** Stands below what could not be loaded, with 'Riprova' (rules §2). */
export function RetryLine({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <p role="alert">
      {translate('table:failure')}{' '}
      <ActionButton type="link" size="small" onClick={onRetry}>
        {translate('common:retry')}
      </ActionButton>
    </p>
  );
}
