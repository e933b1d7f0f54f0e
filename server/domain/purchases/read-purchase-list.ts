import { type Money, ZERO, sum } from '#contract/rules/money.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import type { Readable } from '../readable.ts';
import { type FilterNames, readFilterNames } from '../reference/read-filter-names.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import type { Purchase } from './purchase.ts';
import { type PurchaseFilters, searchPurchases } from './search-purchases.ts';

/** What is known of purchases once they have been read. */
interface PurchaseListTotals {
  readonly count: number;
  /** Of those not cancelled, in euro. */
  readonly controlTotal: Money;
  /** Found, but with stored values that make no sense. */
  readonly leftOut: number;
}

/** All purchases that a search finds. */
interface PurchaseList {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly filters: PurchaseFilters;
  readonly filterNames: FilterNames;
  /** Newest first, batch after batch; to be read once. */
  readonly purchases: AsyncIterable<readonly Purchase[]>;
  /** Of the purchases that have been read. */
  readonly totals: () => PurchaseListTotals;
}

function withBatch(totals: PurchaseListTotals, { rows, unreadable }: Readable<Purchase>): PurchaseListTotals {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  return {
    count: totals.count + rows.length,
    controlTotal: totals.controlTotal.plus(sum(active.map(({ itemsAmount }) => itemsAmount))),
    leftOut: totals.leftOut + unreadable.length,
  };
}

/**
 * The active business's purchases that pass every filter, for a document; the patients in it are written to the access
 * log.
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

  async function* read() {
    for await (const batch of batches) {
      totals = withBatch(totals, batch);
      yield batch.rows;
    }
  }

  return { madeAt, requester, filters, filterNames, purchases: read(), totals: () => totals };
}
