import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallInput } from '#contract/call.ts';
import { purchaseHeading } from '#contract/entities/purchase.ts';
import type { Day } from '#contract/rules/dates.ts';

/** §9: a page of the list, and the size that means all purchases. */
export const PAGE_SIZE = 20;
const ALL_SIZE = 999_999;

/** The first and the last day of the purchases to order, both included. */
export interface Period {
  readonly dateStart: Day;
  readonly dateEnd: Day;
}

/** What is shown of the purchases of a period: a page, counted from 1, or all of them. */
export type Extent = number | 'all';

/** The purchases that may be ordered, of which very many may be read at once. */
export const ORDERABLE_PURCHASES = {
  call: searchPurchases,
  collection: 'purchases',
  row: purchaseHeading,
} as const;

/** The §7 search of the purchases of a period that are in no AMC order yet. Patient and dossier are left out. */
export function orderableSearch(period: Period, extent: Extent): CallInput<typeof searchPurchases> {
  return {
    query: {
      ...period,
      excludeAmc: true,
      purchaseStatusList: 'ACTIVE',
      page: extent === 'all' ? 0 : extent - 1,
      size: extent === 'all' ? ALL_SIZE : PAGE_SIZE,
      sort: 'createTime,desc',
    },
  };
}
