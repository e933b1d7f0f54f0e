import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallInput } from '#contract/call.ts';
import { purchaseHeading } from '#contract/entities/purchase.ts';
import type { Day } from '#contract/rules/dates.ts';

/** §9: the page size of the list, and the size that means all purchases, also in the URL. */
export const PAGE_SIZE = 20;
export const ALL_SIZE = 999_999;

/** First and last day of the purchases to order, both included. */
export interface Period {
  readonly dateStart: Day;
  readonly dateEnd: Day;
}

/** The purchases that can be ordered: a list that may be very long. */
export const ORDERABLE_PURCHASES = {
  call: searchPurchases,
  collection: 'purchases',
  row: purchaseHeading,
} as const;

/** The search of §7 for all purchases of a period without an AMC order, for any patient and dossier. */
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
