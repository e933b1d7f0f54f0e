import { useTranslate } from '@refinedev/core';
import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from '#src/components/public-page/page-head.tsx';
import { RetryButton } from '#src/components/retry/retry-button.tsx';
import type { Identity } from '#src/providers/auth/identity.ts';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { paths } from '#src/providers/paths.ts';
import { AdminLinks } from './admin-links.tsx';
import { AslDashboard } from './asl/asl-dashboard.tsx';
import { BusinessDashboard } from './business/business-dashboard.tsx';
import styles from './dashboard.module.css';
import { FiguresSkeleton } from './parts/figures-frame.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Drawn after the links, so that these need not wait for it. */
function DeferredFigures({ children }: { readonly children: ReactNode }) {
  const isDue = useDeferredValue(true, false);
  return isDue ? children : <FiguresSkeleton />;
}

function ProfileDashboard({ identity }: { readonly identity: Identity }) {
  const translate = useTranslate();
  if (identity.profile === 'BUSINESS') {
    return (
      <>
        <QuickActions profile="BUSINESS" />
        <DeferredFigures>
          <BusinessDashboard />
        </DeferredFigures>
      </>
    );
  }
  if (identity.profile === 'ASL') {
    return (
      <>
        <QuickActions profile="ASL" />
        <DeferredFigures>
          <AslDashboard aslId={identity.aslId} />
        </DeferredFigures>
      </>
    );
  }
  if (identity.profile === 'OPERATOR') return <AdminLinks />;
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
      <div className={styles.head}>
        <h1>{translate('dashboard:title')}</h1>
        <p className={styles.company}>{identity?.companyName ?? ' '}</p>
      </div>
      {identity ? <ProfileDashboard identity={identity} /> : <FiguresSkeleton />}
    </div>
  );
}
