import { useLogin, useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { OnlineButton } from './plain-button.tsx';

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** The heading of a public page, with a sentence about its purpose. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {lead !== undefined && <p className="page-head__lead">{lead}</p>}
      {children !== undefined && <div className="page-actions">{children}</div>}
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  /** Level of the title; 2 directly below the page's heading. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A titled box of a public page. */
export function Panel({ title, level = 2, children }: PanelProps) {
  const Title = `h${level}` as const;
  return (
    <section className="panel">
      <Title className="panel__title">{title}</Title>
      {children}
    </section>
  );
}

interface SignInButtonProps {
  /** Default: 'Accedi'. */
  readonly label?: string;
  readonly look?: 'primary' | 'secondary';
}

/** Starts the single sign-on (§7). */
export function SignInButton({ label, look = 'primary' }: SignInButtonProps) {
  const translate = useTranslate();
  const { mutate: signIn, isPending } = useLogin();
  const idleLabel = label ?? translate('common:user.signIn');
  return (
    <OnlineButton look={look} disabled={isPending} onClick={() => signIn({})}>
      {isPending ? translate('common:user.signingIn') : idleLabel}
    </OnlineButton>
  );
}

/** The support mailbox (§2), or a note that the operator has not set one. */
export function SupportMailbox({ className, subject }: { readonly className?: string; readonly subject?: string }) {
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
