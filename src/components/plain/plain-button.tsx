import { useTranslate } from '@refinedev/core';
import { type ComponentPropsWithRef, useRef } from 'react';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';
import { useFocusFallback } from '../dialog/focus.ts';
import { Icon } from './icon.tsx';

interface PlainButtonProps extends ComponentPropsWithRef<'button'> {
  /** Default: 'secondary'. */
  readonly look?: 'primary' | 'secondary';
}

/** The button of the shell and the public pages, which load no antd. The other screens use antd's and `ActionButton`. */
export function PlainButton({ look = 'secondary', className = '', ...rest }: PlainButtonProps) {
  return <button type="button" {...rest} className={`button button--${look} ${className}`.trimEnd()} />;
}

/** A plain button that needs the server. Without a connection it says so instead of acting. */
export function OnlineButton({ onClick, ...rest }: PlainButtonProps) {
  const press = useOnlinePress(onClick);
  return <PlainButton {...rest} {...press} />;
}

interface CloseButtonProps {
  /** The accessible name. */
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
}

/** A cross that closes an alert or a dialog. */
export function CloseButton({ label, className = '', onClose }: CloseButtonProps) {
  return (
    <button type="button" className={`close-button ${className}`.trimEnd()} aria-label={label} onClick={onClose}>
      <Icon shape="close" />
    </button>
  );
}

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
