import { romeDay } from '#contract/rules/dates.ts';
import { sum } from '#contract/rules/money.ts';
import { groupBy } from '../group-by.ts';
import type { Entry } from '../ledger/entry.ts';
import { balance, subtotal } from '../ledger/subtotals.ts';
import type { BillTotals } from './bill.ts';

type Store = BillTotals['stores'][number];

function byName(a: Store, b: Store): number {
  return (
    a.business.companyName.localeCompare(b.business.companyName, 'it') ||
    a.business.businessId - b.business.businessId ||
    a.store.code.localeCompare(b.store.code, 'it')
  );
}

/** The entries of each store; none is empty. */
function storesOf(entries: readonly Entry[]): Store[] {
  const groups = groupBy(entries, ({ store }) => store.storeId);
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ business, store }) => ({ business, store, balance: balance(own) })),
  );
}

function businessesOf(stores: readonly Store[], entries: readonly Entry[]): BillTotals['businesses'] {
  const own = groupBy(entries, ({ business }) => business.businessId);
  const businesses = new Map(stores.map(({ business }) => [business.businessId, business]));
  return [...businesses].map(([id, business]) => ({ business, balance: balance(own.get(id) ?? []) }));
}

/**
 * Totals the entries of a period by day, store and company, and keeps apart the corrections: cancellations of sales
 * made before the period.
 * @param entries oldest first
 * @param start the instant at which the period begins
 */
export function totalBill(entries: readonly Entry[], start: Date): BillTotals {
  const corrections = entries.filter(({ soldAt }) => soldAt < start);
  const ofPeriod = entries.filter(({ soldAt }) => soldAt >= start);
  const stores = storesOf(ofPeriod).sort(byName);
  const days = groupBy(ofPeriod, ({ at }) => romeDay(at));
  const lines = entries.flatMap((entry) => entry.lines);
  return {
    days: [...days].map(([day, own]) => ({ day, balance: balance(own) })),
    stores,
    businesses: businessesOf(stores, ofPeriod),
    balance: balance(ofPeriod),
    corrections,
    correctionsSubtotal: subtotal(corrections),
    grandTotal: subtotal(entries).amount,
    controlTotal: sum(lines.map(({ total }) => total)),
    lineCount: lines.length,
  };
}
