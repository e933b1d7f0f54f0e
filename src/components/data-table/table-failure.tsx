import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';

interface TableFailureProps {
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Stands in the place of a list that could not be loaded (decisions §2). */
export function TableFailure({ text, onRetry }: TableFailureProps) {
  const translate = useTranslate();
  return (
    <Alert
      type="error"
      showIcon
      message={text ?? translate('table:failure')}
      action={<Button onClick={onRetry}>{translate('table:retry')}</Button>}
    />
  );
}
