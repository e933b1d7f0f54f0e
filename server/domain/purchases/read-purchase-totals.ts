import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { ZERO, money } from '#contract/rules/money.ts';
import { inTurn } from '../batches.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { NO_SUBTOTAL, type Subtotal } from '../ledger/subtotals.ts';
import { type PurchaseFilters, selectFiltered } from './search-purchases.ts';

/** How many of the active business's purchases pass every filter, and their sums in euro, by status. */
export async function readPurchaseTotals(
  { db }: Services,
  { businessId }: BusinessPrincipal,
  filters: PurchaseFilters,
): Promise<Readonly<Record<PurchaseStatus, Subtotal>>> {
  const totals = selectFiltered(db, businessId, filters)
    .select(({ fn }) => [
      'status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('items_amount').as('amount'),
    ])
    .groupBy('status');
  const rows = await inTurn(() => totals.execute());
  const of = (status: PurchaseStatus) => {
    const row = rows.find((one) => one.status === status);
    return row ? { count: Number(row.count), amount: row.amount === null ? ZERO : money(row.amount) } : NO_SUBTOTAL;
  };
  return { ACTIVE: of('ACTIVE'), CANCELLED: of('CANCELLED') };
}
