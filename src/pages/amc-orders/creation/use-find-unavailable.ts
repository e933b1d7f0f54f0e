import { useCallback } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useLongListReader } from '#src/hooks/use-long-list.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { ORDERABLE_PURCHASES, type Period, allOrderable } from '../orderable-purchases.ts';
import { purchaseKey } from '../selection/selection.ts';

type FindUnavailable = (
  purchases: readonly PurchaseHeading[],
  period: Period,
  options: Pick<CallOptions, 'timeout' | 'signal'>,
) => Promise<readonly PurchaseHeading[]>;

/**
 * Finds the purchases of a period that can no longer be ordered: the search that excludes ordered and cancelled
 * purchases does not return them (§7). Throws ApiError.
 */
export function useFindUnavailable(): FindUnavailable {
  const read = useLongListReader(ORDERABLE_PURCHASES);
  return useCallback(
    async (purchases, period, options) => {
      const { rows } = await read(allOrderable(period), { alerts: 'expiry-only', ...options });
      const free = new Set(rows.map(({ purchaseId }) => purchaseKey(purchaseId)));
      return purchases.filter(({ purchaseId }) => !free.has(purchaseKey(purchaseId)));
    },
    [read],
  );
}
