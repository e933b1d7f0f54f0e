import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { money, ZERO } from '#contract/rules/money.ts';
import { NO_SUBTOTAL, type Subtotal } from '#server/ledger/subtotals.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { BusinessPrincipal, Services } from '#server/services.ts';
import { isSummed, type PurchaseFilters, selectFiltered } from './search-purchases.ts';
import { readPurchaseSums, totalsOf } from './totals.ts';

/** The number and sum (in euro) of the active business's purchases that match all filters, by status. */
export async function readPurchaseTotals(
  { db }: Services,
  { businessId }: BusinessPrincipal,
  filters: PurchaseFilters,
): Promise<Readonly<Record<PurchaseStatus, Subtotal>>> {
  if (isSummed(filters)) {
    const { ACTIVE, CANCELLED } = totalsOf(await readPurchaseSums(db, businessId, filters));
    const isIncluded = (status: PurchaseStatus) => filters.purchaseStatusList?.includes(status) ?? true;
    return {
      ACTIVE: isIncluded('ACTIVE') ? ACTIVE : NO_SUBTOTAL,
      CANCELLED: isIncluded('CANCELLED') ? CANCELLED : NO_SUBTOTAL,
    };
  }
  const found = await selectFiltered(db, businessId, filters);
  const totals = found
    .select(({ fn }) => [
      'status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('items_amount').as('amount'),
    ])
    .groupBy('status');
  const rows = await withConcurrencyLimit('long', () => totals.execute());
  const of = (status: PurchaseStatus) => {
    const row = rows.find((one) => one.status === status);
    return row ? { count: Number(row.count), amount: row.amount === null ? ZERO : money(row.amount) } : NO_SUBTOTAL;
  };
  return { ACTIVE: of('ACTIVE'), CANCELLED: of('CANCELLED') };
}
