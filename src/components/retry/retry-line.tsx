import { useTranslate } from '@refinedev/core';
import { ActionButton } from '../action-button/action-button.tsx';

/** 'Riprova' below content that could not be loaded (rules §2). */
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
