import { useCallback } from 'react';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import type { Day } from '#contract/rules/dates.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { paths } from '#src/providers/paths.ts';
import { useListAddress } from '#src/hooks/use-list-address.ts';

/** Leads to the purchases of these days, of one status or of both. */
export type PurchaseLists = (first: Day, last: Day, status?: PurchaseStatus) => string | undefined;

/** The history as it is filtered; nowhere on a server by which it does not filter (rules §1). */
export function usePurchaseLists(): PurchaseLists {
  const addressOf = useListAddress(paths.purchaseHistory);
  const { filters } = useFeatures();
  const canFilter = (filters.purchases ?? []).length > 0;
  return useCallback(
    (dateStart, dateEnd, status) =>
      canFilter ? addressOf({ ...(status && { purchaseStatusList: status }), dateStart, dateEnd }) : undefined,
    [addressOf, canFilter],
  );
}
