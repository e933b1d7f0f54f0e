import { type Money, ZERO, sum } from '#contract/rules/money.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { mapBatches } from '../map-batches.ts';
import { type FilterNames, readFilterNames } from '../reference/read-filter-names.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import type { ValidRows } from '../valid-rows.ts';
import type { Purchase } from './purchase.ts';
import { type PurchaseFilters, searchPurchases } from './search-purchases.ts';

/** The totals of the purchases read so far. */
interface PurchaseListTotals {
  readonly count: number;
  /** The sum of the purchases that are not cancelled, in euro. */
  readonly controlTotal: Money;
  /** The number of purchases left out because their stored values are invalid. */
  readonly leftOut: number;
}

/** All purchases that match a search. */
export interface PurchaseList {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly filters: PurchaseFilters;
  readonly filterNames: FilterNames;
  /** Newest first, in batches; it can be read once. */
  readonly purchases: AsyncIterable<readonly Purchase[]>;
  /** The totals of the purchases read so far. */
  readonly totals: () => PurchaseListTotals;
}

function withBatch(totals: PurchaseListTotals, { rows, unreadable }: ValidRows<Purchase>): PurchaseListTotals {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  return {
    count: totals.count + rows.length,
    controlTotal: totals.controlTotal.plus(sum(active.map(({ itemsAmount }) => itemsAmount))),
    leftOut: totals.leftOut + unreadable.length,
  };
}

/**
 * The active business's purchases that match all filters, for a document. Their patients are written to the access log.
 * @param signal ends the reading
 */
export async function readPurchaseList(
  services: Services,
  principal: BusinessPrincipal,
  filters: PurchaseFilters,
  signal: AbortSignal,
): Promise<PurchaseList> {
  const madeAt = services.now();
  const requester = await readRequester(services.db, principal);
  const filterNames = await readFilterNames(services.db, filters);
  const { batches } = await searchPurchases(services, principal, { ...filters, size: Infinity }, signal);
  let totals: PurchaseListTotals = { count: 0, controlTotal: ZERO, leftOut: 0 };

  const purchases = mapBatches(batches, (batch) => {
    totals = withBatch(totals, batch);
    return batch.rows;
  });
  return { madeAt, requester, filters, filterNames, purchases, totals: () => totals };
}
