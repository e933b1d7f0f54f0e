import { useLogin, useTranslate } from '@refinedev/core';
import { OnlineButton } from '../plain/plain-button.tsx';

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
