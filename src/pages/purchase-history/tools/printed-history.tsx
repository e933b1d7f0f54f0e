import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import { PrintedHead, type PrintedList } from '#src/components/data-table/printed-head.tsx';
import { chipOf } from '#src/components/status-chip/statuses.ts';
import { useCategoryOptions } from '#src/hooks/use-category-options.ts';
import { useStoreOptions } from '#src/hooks/use-store-options.ts';
import type { PurchaseFilterValues } from './purchase-filters.ts';

interface PrintedHistoryProps {
  /** The parameters of the rows on the screen. */
  readonly query: Partial<PurchaseFilterValues>;
  readonly list: PrintedList;
}

/** The printed head of the history (rules §7). */
export function PrintedHistory({ query, list }: PrintedHistoryProps) {
  const translate = useTranslate();
  const { purchaseId, storeId, categoryId, purchaseStatusList: status, dateStart, dateEnd } = query;
  const stores = useStoreOptions(storeId !== undefined).options;
  const categories = useCategoryOptions(categoryId !== undefined);
  return (
    <PrintedHead
      filters={[
        purchaseId && `${translate('purchases:detail.number')} ${purchaseId}`,
        dateStart && `${translate('purchases:filter.dateStart')} ${formatDay(dateStart)}`,
        dateEnd && `${translate('purchases:filter.dateEnd')} ${formatDay(dateEnd)}`,
        status && chipOf('purchase', status, translate).label,
        storeId && (stores.find(({ value }) => value === storeId)?.label ?? storeId),
        categoryId && (categories.find(({ value }) => value === categoryId)?.label ?? categoryId),
      ]}
      list={list}
    />
  );
}
