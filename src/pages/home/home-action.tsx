import { useGetIdentity, useTranslate } from '@refinedev/core';
import { Link } from 'react-router';
import type { Identity } from '#src/providers/auth/identity.ts';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';

/** What to do next: to work for who is signed in, what the service is about for everyone else. */
export function HomeAction() {
  const translate = useTranslate();
  const isSignedIn = useIsSignedIn();
  const { data: identity } = useGetIdentity<Identity | null>();
  const profile = isSignedIn ? identity?.profile : undefined;
  if (profile === 'BUSINESS') {
    return (
      <Link className="button button--primary" to={paths.patientSearch}>
        {translate('public:home.continue')}
      </Link>
    );
  }
  if (profile === 'ASL') {
    return (
      <>
        <Link className="button button--primary" to={paths.amcOrderSummary}>
          {translate('common:page.amcOrderSummary')}
        </Link>
        <Link className="button button--secondary" to={paths.billingSummary}>
          {translate('common:page.billingSummary')}
        </Link>
      </>
    );
  }
  return (
    <Link className="button button--secondary" to={paths.voucherInformation}>
      {translate('public:home.learn')}
    </Link>
  );
}
