import { FilterOutlined } from '@ant-design/icons';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { downloadPurchases, readPurchaseTotals } from '#contract/calls/purchases.ts';
import { ExportButtons } from '#src/components/export-buttons/export-buttons.tsx';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { PrintedList } from '#src/components/data-table/printed-head.tsx';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import { FilterTotals } from './filter-totals.tsx';
import { PrintedHistory } from './printed-history.tsx';
import { areValid, queryOf, valuesOf } from './purchase-filters.ts';
import styles from './tools.module.css';

/** With the date pickers, which the list does without. */
async function loadFilterForm() {
  return (await import('./filter-form.tsx')).FilterForm;
}

interface HistoryToolsProps {
  readonly filters: readonly CrudFilter[];
  readonly onFilter: (filters: CrudFilter[]) => void;
  /** One patient's list is short and has no filters, totals or export; nor has one whose server offers none (rules §1). */
  readonly hasTools: boolean;
  readonly list: PrintedList;
  /** Number of reloads of the list. */
  readonly reloads: number;
  /** Whether the list could not be loaded. The list shows that failure, so the totals do not. */
  readonly isListMissing: boolean;
}

/** The tools of the list, and its printed head. */
export function HistoryTools({ list, hasTools, ...tools }: HistoryToolsProps) {
  const named = useFeatures().filters.purchases ?? [];
  return (
    <>
      {hasTools && <Tools {...tools} />}
      <PrintedHistory query={queryOf(valuesOf(tools.filters), named)} list={list} />
    </>
  );
}

/** Filters, totals and export. Each shows only if the server offers it (rules §1). */
function Tools({ filters, onFilter, reloads, isListMissing }: Omit<HistoryToolsProps, 'list' | 'hasTools'>) {
  const translate = useTranslate();
  const id = useId();
  const { calls, filters: namedFilters } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const values = valuesOf(filters);
  const query = queryOf(values, named);
  const [isOpen, setIsOpen] = useState(toCrudFilters(values).length > 0);
  const isSound = areValid(filters);
  const keepSound = useEffectEvent(() => onFilter(toCrudFilters(values)));
  useEffect(() => {
    if (!isSound) keepSound();
  }, [isSound]);
  return (
    <section className={styles.tools} aria-label={translate('purchases:tools')}>
      <div className={styles.bar}>
        {named.length > 0 && (
          <Button
            icon={<FilterOutlined aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {translate('purchases:filter.title')}
          </Button>
        )}
        {calls.includes(readPurchaseTotals.name) && !isListMissing && <FilterTotals key={reloads} query={query} />}
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
            props={{ values, named, onFilter: (chosen) => onFilter(toCrudFilters(chosen)) }}
            waiting={<Skeleton rows={2} />}
            failed={(retry) => <RetryLine onRetry={retry} />}
          />
        )}
      </div>
    </section>
  );
}
