import { useTranslate } from '@refinedev/core';
import { useIsPatientHistory } from '#src/hooks/use-patient-history.ts';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { PatientHistory } from './patient-history.tsx';
import styles from './purchase-history.module.css';
import { PurchaseList } from './purchase-list.tsx';

/** Storico acquisti (§2): of the whole business from the menu, of one patient from step 1 of a sale. */
export function Component() {
  const translate = useTranslate();
  const navigationKey = useNavigationKey();
  if (useIsPatientHistory()) return <PatientHistory />;
  return (
    <div className={styles.screen}>
      <h1>{translate('purchases:title')}</h1>
      <PurchaseList key={navigationKey} />
    </div>
  );
}
