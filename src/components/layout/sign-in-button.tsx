import { useLogin, useTranslate } from '@refinedev/core';
import { useOnlinePress } from '#src/providers/notifications/refuse-offline.ts';

interface SignInButtonProps {
  /** Default: 'Accedi'. */
  readonly label?: string;
  readonly look?: 'primary' | 'secondary';
}

/** Starts the single sign-on (§7). */
export function SignInButton({ label, look = 'primary' }: SignInButtonProps) {
  const translate = useTranslate();
  const { mutate: signIn, isPending } = useLogin();
  const press = useOnlinePress(() => signIn({}));
  const idleLabel = label ?? translate('common:user.signIn');
  return (
    <button type="button" className={`button button--${look}`} disabled={isPending} {...press}>
      {isPending ? translate('common:user.signingIn') : idleLabel}
    </button>
  );
}
