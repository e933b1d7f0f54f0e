import { useTranslate } from '@refinedev/core';
import { RetryButton } from '../retry-button/retry-button.tsx';

/** In the place of 'Cambia Business' whose code could not be fetched, with 'Riprova'. */
export function SwitchMissing({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <>
      <p role="alert">{translate('common:business.unread')}</p>
      <RetryButton onRetry={onRetry} />
    </>
  );
}
