import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallInput } from '#contract/call.ts';
import { purchaseHeading } from '#contract/entities/purchase.ts';
import type { Day } from '#contract/rules/dates.ts';

/** §9: a page of the list, and the size that means all purchases, in the URL too. */
export const PAGE_SIZE = 20;
export const ALL_SIZE = 999_999;

/** The first and the last day of the purchases to order, both included. */
export interface Period {
  readonly dateStart: Day;
  readonly dateEnd: Day;
}

/** The purchases that may be ordered, of which very many may be read at once. */
export const ORDERABLE_PURCHASES = {
  call: searchPurchases,
  collection: 'purchases',
  row: purchaseHeading,
} as const;

/** The §7 search of all purchases of a period that are in no AMC order yet. Patient and dossier are left out. */
export function allOrderable(period: Period): CallInput<typeof searchPurchases> {
  return {
    query: {
      ...period,
      excludeAmc: true,
      purchaseStatusList: 'ACTIVE',
      page: 0,
      size: ALL_SIZE,
      sort: 'createTime,desc',
    },
  };
}
