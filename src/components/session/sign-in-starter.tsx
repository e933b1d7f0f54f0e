import { useLogin, useTranslate } from '@refinedev/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { LoginParams } from '#src/providers/auth/auth-provider.ts';
import { obstacleOf } from '#src/providers/auth/sign-on.ts';
import { PageHead } from '../public-page/page-head.tsx';
import { RetryButton } from '../retry/retry-button.tsx';
import { BarePage } from './bare-page.tsx';

/**
 * Stores the requested address and starts the sign-on (§2). Shows a button to try again if the sign-on cannot start.
 */
export function SignInStarter() {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const { mutate: signIn, isPending, data } = useLogin<LoginParams>();
  const desiredLocation = pathname + search;
  useEffect(() => {
    signIn({ desiredLocation });
  }, [signIn, desiredLocation]);

  const hasFailed = !isPending && data?.success === false;
  const obstacle = obstacleOf(data?.error);
  return (
    <BarePage>
      {hasFailed ? (
        <PageHead
          title={translate('common:signInNeeded.title')}
          lead={translate(obstacle ? `error:${obstacle}` : 'common:signInNeeded.text')}
        >
          <RetryButton
            look="primary"
            label={translate('common:user.signIn')}
            onRetry={() => signIn({ desiredLocation })}
          />
        </PageHead>
      ) : (
        <PageHead title={translate('common:user.signingIn')} />
      )}
    </BarePage>
  );
}
