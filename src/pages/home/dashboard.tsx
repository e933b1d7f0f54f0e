import { useTranslate } from '@refinedev/core';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import screens from '#src/components/layout/screens.module.css';
import { LazyPart } from '#src/components/feedback/lazy-part.tsx';
import { RetryButton } from '#src/components/plain/plain-button.tsx';
import { PageHead } from '#src/components/plain/public-page.tsx';
import { paths } from '#src/providers/paths.ts';
import type { Identity } from '#src/providers/session/identity.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { AslDashboard } from './asl-dashboard.tsx';
import { BusinessDashboard } from './business-dashboard.tsx';
import styles from './dashboard.module.css';
import { FiguresSkeleton } from './figure-parts.tsx';

/** It brings the operators' calls. */
const loadOperatorDashboard = async () => (await import('./operator-dashboard.tsx')).OperatorDashboard;

/** The screens of each profile (§6), the most used first. */
const SCREENS = {
  BUSINESS: [
    { path: paths.patientSearch, title: 'common:page.patients' },
    { path: paths.purchaseHistory, title: 'common:page.purchases' },
    { path: paths.billingSummary, title: 'common:page.billingSummary' },
    { path: paths.amcOrders, title: 'common:page.amcOrders' },
    { path: paths.amcOrderSummary, title: 'common:page.amcOrderSummary' },
  ],
  ASL: [
    { path: paths.amcOrderSummary, title: 'common:page.amcOrderSummary' },
    { path: paths.billingSummary, title: 'common:page.billingSummary' },
  ],
} as const;

/** Links to the work screens, the first Tab stops after the heading. */
function QuickActions({ profile }: { readonly profile: keyof typeof SCREENS }) {
  const translate = useTranslate();
  return (
    <nav aria-label={translate('dashboard:actions')}>
      <ul className={screens.actions}>
        {SCREENS[profile].map(({ path, title }, index) => (
          <li key={path}>
            <Link className={`button button--${index === 0 ? 'primary' : 'secondary'}`} to={path}>
              {translate(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProfileDashboard({ identity: { profile, aslId } }: { readonly identity: Identity }) {
  const translate = useTranslate();
  // The figures are drawn after the links, which need not wait for them.
  const areFiguresDue = useDeferredValue(true, false);
  if (profile === 'BUSINESS' || profile === 'ASL') {
    const figures = profile === 'ASL' ? <AslDashboard aslId={aslId} /> : <BusinessDashboard />;
    return (
      <>
        <QuickActions profile={profile} />
        {areFiguresDue ? figures : <FiguresSkeleton />}
      </>
    );
  }
  if (profile === 'OPERATOR') {
    return (
      <LazyPart
        load={loadOperatorDashboard}
        props={{}}
        waiting={<FiguresSkeleton />}
        failed={(retry) => <RetryButton onRetry={retry} />}
      />
    );
  }
  return (
    <>
      <p>{translate('dashboard:noProfile')}</p>
      <Link to={paths.support}>{translate('common:page.support')}</Link>
    </>
  );
}

/** The recent activity of the signed-in user, and links to the work screens. */
export function Dashboard() {
  const translate = useTranslate();
  const { data: identity, isError, refetch } = useIdentity();
  if (isError) {
    return (
      <PageHead title={translate('common:identityFailed.title')} lead={translate('common:identityFailed.text')}>
        <RetryButton look="primary" onRetry={() => void refetch()} />
      </PageHead>
    );
  }
  return (
    <div className={styles.dashboard}>
      <div>
        <h1>{translate('dashboard:title')}</h1>
        <p className={styles.company}>
          {identity?.profile === 'OPERATOR' ? translate('admin:operator') : (identity?.companyName ?? ' ')}
        </p>
      </div>
      {identity ? <ProfileDashboard identity={identity} /> : <FiguresSkeleton />}
    </div>
  );
}
