import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { ActionButton } from '../action-button/action-button.tsx';

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
