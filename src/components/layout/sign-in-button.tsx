import { useLogin, useTranslate } from '@refinedev/core';
import { useOnlinePress } from '#src/providers/connection/use-online-press.ts';

/** Starts the single sign-on (§7); 'Accedi' unless another label is given. */
export function SignInButton({ label }: { readonly label?: string }) {
  const translate = useTranslate();
  const { mutate: signIn, isPending } = useLogin();
  const press = useOnlinePress(() => signIn({}));
  const idleLabel = label ?? translate('common:user.signIn');
  return (
    <button type="button" className="button button--primary" disabled={isPending} {...press}>
      {isPending ? translate('common:user.signingIn') : idleLabel}
    </button>
  );
}
