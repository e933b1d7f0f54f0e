import { useTranslate } from '@refinedev/core';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

interface SupportMailboxProps {
  readonly className?: string;
  readonly subject?: string;
}

/** The support mailbox (§2), or a note that the operator has not set one. */
export function SupportMailbox({ className, subject }: SupportMailboxProps) {
  const translate = useTranslate();
  const { supportEmail } = runtimeConfig();
  if (supportEmail === '') return translate('common:noMailbox');
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return (
    <a className={className} href={`mailto:${supportEmail}${query}`}>
      {supportEmail}
    </a>
  );
}
