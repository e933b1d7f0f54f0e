import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useFocusHandedOn } from '#src/components/focus/use-focus-handed-on.ts';
import { useOnlinePress } from '#src/providers/connection/use-online-press.ts';

/** 'Riprova' beside what could not be loaded; refused in words while there is no connection. */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  const press = useOnlinePress(onRetry);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  return (
    <button ref={button} type="button" className="button button--secondary" {...press}>
      {translate('common:retry')}
    </button>
  );
}
