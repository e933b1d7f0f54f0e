import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import styles from './dashboard.module.css';

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
export function QuickActions({ profile }: { readonly profile: keyof typeof SCREENS }) {
  const translate = useTranslate();
  return (
    <nav aria-label={translate('dashboard:actions')}>
      <ul className={styles.actions}>
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
