import { useCallback } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useLongListReader } from '#src/providers/data/use-long-list.ts';
import { ORDERABLE_PURCHASES, type Period, orderableSearch } from '../orderable-purchases.ts';
import { purchaseKey } from '../selection/selection.ts';

/**
 * Asks the server which of some purchases of a period are in an order by now: they are missing from the search that
 * excludes those (§7). Throws ApiError.
 */
export function useOrderedMeanwhile(
  period: Period,
): (purchases: readonly PurchaseHeading[], signal?: AbortSignal) => Promise<readonly PurchaseHeading[]> {
  const read = useLongListReader(ORDERABLE_PURCHASES);
  return useCallback(
    async (purchases, signal) => {
      const { rows } = await read(orderableSearch(period, 'all'), { alerts: 'expiry-only', signal });
      const free = new Set(rows.map(({ purchaseId }) => purchaseKey(purchaseId)));
      return purchases.filter(({ purchaseId }) => !free.has(purchaseKey(purchaseId)));
    },
    [read, period],
  );
}
