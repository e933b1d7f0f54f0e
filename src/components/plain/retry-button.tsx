import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useFocusFallback } from '../dialog/focus.ts';
import { OnlineButton } from './plain-button.tsx';

interface RetryButtonProps {
  readonly onRetry: () => void;
  /** Default: 'Riprova'. */
  readonly label?: string;
  readonly look?: 'primary' | 'secondary';
}

/**
 * 'Riprova' beside content that could not be loaded, on pages without antd. When it disappears, the focus moves to its
 * surroundings (design §5).
 */
export function RetryButton({ onRetry, label, look = 'secondary' }: RetryButtonProps) {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <OnlineButton ref={button} look={look} onClick={onRetry}>
      {label ?? translate('common:retry')}
    </OnlineButton>
  );
}
