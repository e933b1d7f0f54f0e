import { useTranslate } from '@refinedev/core';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

interface SupportMailboxProps {
  readonly className?: string;
  /** Written already in the message. */
  readonly subject?: string;
}

/** The mailbox of the support (§2), or that the operator has named none. */
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
