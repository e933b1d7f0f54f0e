import { useCallback } from 'react';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import type { Day } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { paths } from '#src/providers/paths.ts';
import { useListAddress } from '#src/hooks/use-list-address.ts';

/** Builds the URL of the purchases of these days in a status, of all categories or of one. */
export type PurchaseLists = (first: Day, last: Day, status: PurchaseStatus, categoryId?: Id) => string | undefined;

/** URLs of the filtered history; undefined if the server does not support a filter (rules §1). */
export function usePurchaseLists(): PurchaseLists {
  const addressOf = useListAddress(paths.purchaseHistory);
  const { filters } = useFeatures();
  const { purchases: named } = filters;
  return useCallback(
    (dateStart, dateEnd, purchaseStatusList, categoryId) => {
      const isShown = categoryId === undefined ? (named ?? []).length > 0 : named?.includes('categoryId');
      return isShown
        ? addressOf({
            purchaseStatusList,
            dateStart,
            dateEnd,
            ...(categoryId !== undefined && { categoryId: String(categoryId) }),
          })
        : undefined;
    },
    [addressOf, named],
  );
}
