import { useLogin, useTranslate } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { PageHead, SignInButton } from '#src/components/plain/public-page.tsx';
import { paths } from '#src/providers/paths.ts';
import type { LoginParams } from '#src/providers/session/auth-provider.ts';
import { obstacleOf } from '#src/providers/session/begin-sign-on.ts';
import { isReturnBegun } from '#src/providers/session/end-sign-on.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';

/** The refusals of our server with a text of their own (rules §1). */
const REFUSALS: readonly string[] = [
  'USER_NOT_NAMED',
  'AUTHENTICATION_NOT_ACCEPTED',
  'WRONG_CREDENTIALS',
  'LEVEL_NOT_HELD',
  'AUTHENTICATION_TIMEOUT',
  'CONSENT_DENIED',
  'IDENTITY_SUSPENDED',
  'CANCELLED_BY_USER',
  'WRONG_IDENTITY_TYPE',
  'REQUEST_REFUSED',
  'PROVIDER_REFUSED',
];

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
  const reason = REFUSALS.includes(refusal)
    ? translate(`public:signOnReturn.refusal.${refusal}`)
    : translate(obstacle ? `error:${obstacle}` : 'public:signOnReturn.failedText');
  return (
    <PageHead title={translate('public:signOnReturn.failedTitle')} lead={reason}>
      <SignInButton label={translate('public:signOnReturn.retry')} />
      <Link className="button button--secondary" to={paths.home}>
        {translate('public:signOnReturn.home')}
      </Link>
    </PageHead>
  );
}
