import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { ActionButton } from '../form/action-button.tsx';

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

interface TableFailureProps {
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Shown instead of a list that could not be loaded (rules §2). */
export function TableFailure({ text, onRetry }: TableFailureProps) {
  const translate = useTranslate();
  return (
    <Alert
      type="error"
      showIcon
      message={text ?? translate('table:failure')}
      action={<ActionButton onClick={onRetry}>{translate('common:retry')}</ActionButton>}
    />
  );
}
