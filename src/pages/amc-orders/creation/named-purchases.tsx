import { useTranslate } from '@refinedev/core';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { formatInstantDashed } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { purchaseKey } from '../selection/selection.ts';
import styles from './creation.module.css';

/** Beyond so many names only their number is said. */
const MAX_NAMED = 10;

/** Purchases by name: number, date, total. */
export function NamedPurchases({ purchases }: { readonly purchases: readonly PurchaseHeading[] }) {
  const translate = useTranslate();
  const others = purchases.length - MAX_NAMED;
  return (
    <ul className={styles.names}>
      {purchases.slice(0, MAX_NAMED).map(({ purchaseId, createTime, itemsAmount }) => (
        <li key={purchaseKey(purchaseId)}>
          {translate('amc-orders:named', {
            id: purchaseId,
            date: formatInstantDashed(new Date(createTime)),
            total: formatTotal(itemsAmount),
          })}
        </li>
      ))}
      {others > 0 && <li>{translate('amc-orders:others', { count: others })}</li>}
    </ul>
  );
}
