import { useLogin, useTranslate } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { PageHead, SignInButton } from '#src/components/plain/public-page.tsx';
import { paths } from '#src/providers/paths.ts';
import type { LoginParams } from '#src/providers/session/auth-provider.ts';
import { obstacleOf } from '#src/providers/session/begin-sign-on.ts';
import { isReturnBegun } from '#src/providers/session/end-sign-on.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';

/** A word of our server for why it refuses (rules §1). Those with a text of their own have one under its name. */
const WORD = /^[A-Z_]+$/;

/**
 * The return of the single sign-on: exchanges the one-time session for tokens, then goes to the requested page (§2,
 * §7).
 */
export function Component() {
  const translate = useTranslate();
  const [query] = useSearchParams();
  const sessionId = query.get('sessionId') ?? '';
  const refusal = query.get('refusal') ?? '';
  const { mutate: signIn, data, isError } = useLogin<LoginParams>();
  // A user who comes by Back or Forward has signed on already. Forward may come before React has unmounted this screen.
  const [arrivedSignedIn] = useState(() => isSignedIn() && !isReturnBegun());
  const hasSignedOn = arrivedSignedIn || (sessionId === '' && isSignedIn());
  useEffect(() => {
    if (sessionId !== '' && !arrivedSignedIn) signIn({ sessionId });
  }, [signIn, sessionId, arrivedSignedIn]);
  if (hasSignedOn) return <Navigate to={paths.home} replace />;

  const hasFailed = sessionId === '' || isError || data?.success === false;
  if (!hasFailed) {
    return <PageHead title={translate('public:signOnReturn.title')} lead={translate('public:signOnReturn.text')} />;
  }
  const obstacle = obstacleOf(data?.error);
  const general = translate(obstacle ? `error:${obstacle}` : 'public:signOnReturn.failedText');
  const reason = WORD.test(refusal) ? translate(`public:signOnReturn.refusal.${refusal}`, {}, general) : general;
  return (
    <PageHead title={translate('public:signOnReturn.failedTitle')} lead={reason}>
      <SignInButton label={translate('public:signOnReturn.retry')} />
      <Link className="button button--secondary" to={paths.home}>
        {translate('public:signOnReturn.home')}
      </Link>
    </PageHead>
  );
}
