import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';
import { useFocusFallback } from '../dialog/focus.ts';

interface RetryButtonProps {
  readonly onRetry: () => void;
  /** Default: 'Riprova'. */
  readonly label?: string;
  readonly look?: 'primary' | 'secondary';
}

/**
 * 'Riprova' beside content that could not be loaded, on pages without antd. Without a connection it says so. When it
 * disappears, the focus moves to its surroundings (design §5).
 */
export function RetryButton({ onRetry, label, look = 'secondary' }: RetryButtonProps) {
  const translate = useTranslate();
  const press = useOnlinePress(onRetry);
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <button ref={button} type="button" className={`button button--${look}`} {...press}>
      {label ?? translate('common:retry')}
    </button>
  );
}
