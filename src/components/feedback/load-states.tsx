import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { ActionButton } from '../form/action-button.tsx';
import { useBodyClass } from '../plain/page-hooks.ts';

/** Placeholder lines while content loads; hidden from screen readers. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  useBodyClass('awaits-screen');
  return (
    <div className="skeleton--lines" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton skeleton--line" />
      ))}
    </div>
  );
}

interface LoadFailureProps {
  /** Default: 'Non è stato possibile caricare i dati.' */
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Shown in place of what could not be loaded, with 'Riprova' (rules §2). Pages without antd have `RetryButton`. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  const translate = useTranslate();
  return (
    <Alert
      type="error"
      showIcon
      message={text ?? translate('table:failure')}
      action={
        <ActionButton size="small" onClick={onRetry}>
          {translate('common:retry')}
        </ActionButton>
      }
    />
  );
}
