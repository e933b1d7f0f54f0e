import { useTranslate } from '@refinedev/core';
import { useRef } from 'react';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import styles from './amc-orders.module.css';
import { useOrderCreation } from './creation/use-order-creation.ts';
import type { SelectionHandle } from './selection/purchase-selection.tsx';
import { PurchaseSearch } from './purchase-search.tsx';

/** Ordini AMC: orders the purchases of a period from the central purchasing body (§2). A new search keeps the order. */
export function Component() {
  const translate = useTranslate();
  const navigationKey = useNavigationKey();
  const ordering = useRef<SelectionHandle>(null);
  const creation = useOrderCreation({
    onOrdered: () => ordering.current?.renew(),
    onUnavailable: (purchases) => ordering.current?.drop(purchases),
  });
  return (
    <div className={styles.screen}>
      <h1>{translate('amc-orders:title')}</h1>
      <p className={styles.lead}>{translate('amc-orders:lead')}</p>
      <PurchaseSearch key={navigationKey} creation={creation} ordering={ordering} />
    </div>
  );
}
