import { useTranslate } from '@refinedev/core';
import { PurchaseTable } from '#src/components/purchase-table/purchase-table.tsx';
import styles from './purchase-history.module.css';

/** Storico acquisti: the purchases of the active business, with their receipts (§2). */
export function Component() {
  const translate = useTranslate();
  return (
    <div className={styles.screen}>
      <h1>{translate('purchases:title')}</h1>
      <PurchaseTable isInUrl />
    </div>
  );
}
