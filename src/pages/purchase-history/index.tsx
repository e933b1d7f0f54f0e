import { useTranslate } from '@refinedev/core';
import { LazyScreen } from '#src/components/lazy/lazy-part.tsx';
import { useIsPatientHistory } from '#src/hooks/use-patient-history.ts';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import styles from './purchase-history.module.css';
import { PurchaseList } from './purchase-list.tsx';

async function loadPatientHistory() {
  return (await import('./patient-history.tsx')).PatientHistory;
}

/** Storico acquisti (§2): of the whole business from the menu, of one patient from step 1 of a sale. */
export function Component() {
  const translate = useTranslate();
  const navigationKey = useNavigationKey();
  if (useIsPatientHistory()) return <LazyScreen load={loadPatientHistory} />;
  return (
    <div className={styles.screen}>
      <h1>{translate('purchases:title')}</h1>
      <PurchaseList key={navigationKey} />
    </div>
  );
}
