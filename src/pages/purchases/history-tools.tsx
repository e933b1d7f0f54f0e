import { FilterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { downloadPurchases, type Purchase, readPurchaseTotals } from '#contract/calls/purchases.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { chipOf } from '#src/components/display/statuses.ts';
import { LazyPart } from '#src/components/feedback/lazy-part.tsx';
import { useCategoryOptions, useStoreOptions } from '#src/components/form/store-options.ts';
import screens from '#src/components/layout/screens.module.css';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { PrintedHead, type PrintedList } from '#src/components/table/printed-head.tsx';
import { SavedFilters } from '#src/components/table/list-menus.tsx';
import type { useTable } from '#src/components/table/use-table.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { fieldsOf, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { areValid, type PurchaseFilterValues, queryOf, valuesOf } from './purchase-filters.ts';
import styles from './purchases.module.css';

/** Number and sums of the filtered purchases; cancelled ones separately. */
function FilterTotals({ query }: { readonly query: Partial<PurchaseFilterValues> }) {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readPurchaseTotals, { query }, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  const { active, cancelled } = data?.totals ?? {};
  return (
    <p role="status">
      {active && cancelled
        ? translate('purchases:totals', {
            active: formatCount(active.count),
            total: formatTotal(active.amount),
            cancelled: formatCount(cancelled.count),
            cancelledTotal: formatTotal(cancelled.amount),
          })
        : '\u00A0'}
    </p>
  );
}

/** With the date pickers, which the list does without. */
async function loadFilterForm() {
  return (await import('./filter-form.tsx')).FilterForm;
}

type PurchaseTable = ReturnType<typeof useTable<Purchase>>;

interface HistoryToolsProps {
  readonly table: PurchaseTable;
  readonly choice: ReactNode;
  readonly reloads: number;
}

/** Filters, totals and export. Each shows only if the server offers it (rules §1). */
export function HistoryTools({ table, choice, reloads }: HistoryToolsProps) {
  const { filters } = table;
  const translate = useTranslate();
  const id = useId();
  const { calls, filters: namedFilters } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const values = valuesOf(filters);
  const query = queryOf(values, named);
  const [isOpen, setIsOpen] = useState(toCrudFilters(values).length > 0);
  const isSound = areValid(filters);
  const filterBy = (chosen: PurchaseFilterValues) => table.filterBy(toCrudFilters(chosen));
  const keepSound = useEffectEvent(() => filterBy(values));
  useEffect(() => {
    if (!isSound) keepSound();
  }, [isSound]);
  return (
    <section className={styles.tools} aria-label={translate('purchases:tools')}>
      <div className={screens.tools}>
        {named.length > 0 && (
          <>
            <Button
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {translate('purchases:filter.title')}
            </Button>
            <SavedFilters
              name="purchases"
              filters={fieldsOf(toCrudFilters({ ...values, purchaseId: '' }))}
              onApply={(saved) => filterBy(valuesOf(toCrudFilters(saved)))}
            />
          </>
        )}
        {choice}
        {/* The list shows that it could not be loaded, so the totals do not. */}
        {calls.includes(readPurchaseTotals.name) && !table.tableQuery.isError && (
          <FilterTotals key={reloads} query={query} />
        )}
        {calls.includes(downloadPurchases.name) && (
          <ExportButtons
            call={downloadPurchases}
            label={translate('purchases:export')}
            excelLabel={translate('purchases:exportExcel')}
            onExport={(begin) => begin({ query })}
          />
        )}
      </div>
      <div id={id}>
        {isOpen && named.length > 0 && (
          <LazyPart
            load={loadFilterForm}
            props={{ values, named, onFilter: filterBy }}
            waiting={<Skeleton rows={2} />}
            failed={(retry) => <LoadFailure onRetry={retry} />}
          />
        )}
      </div>
    </section>
  );
}

/** The printed head of the history (rules §7). */
export function PrintedHistory({ table, columns }: { table: PurchaseTable } & Pick<PrintedList, 'columns'>) {
  const translate = useTranslate();
  const query = queryOf(valuesOf(table.filters), useFeatures().filters.purchases ?? []);
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
      list={{ ...table, columns, newestBy: 'createTime' }}
    />
  );
}
