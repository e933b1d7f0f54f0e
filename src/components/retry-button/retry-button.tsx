import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useOnlinePress } from '#src/hooks/use-online-press.ts';
import { useFocusFallback } from '../focus/use-focus-fallback.ts';

interface RetryButtonProps {
  readonly onRetry: () => void;
  /** 'Riprova' when not given. */
  readonly label?: string;
  readonly look?: 'primary' | 'secondary';
}

/**
 * 'Riprova' beside what could not be loaded, on pages without antd; refused in words while there is no connection. When
 * it goes, its focus goes to what lies around it (design §5).
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
