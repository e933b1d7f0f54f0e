import { FileExcelOutlined, FilterOutlined } from '@ant-design/icons';
import { type CrudFilter, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { downloadPurchases, readPurchaseTotals } from '#contract/calls/purchases.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { PrintedList } from '#src/components/data-table/printed-head.tsx';
import { FilterTotals } from './filter-totals.tsx';
import { PrintedHistory } from './printed-history.tsx';
import { areSound, filtersOf, queryOf, valuesOf } from './purchase-filters.ts';
import styles from './tools.module.css';

async function loadFilterForm() {
  return (await import('./filter-form.tsx')).FilterForm;
}

interface HistoryToolsProps {
  readonly filters: readonly CrudFilter[];
  readonly onFilter: (filters: CrudFilter[]) => void;
  /** One patient's purchases, of which there are few, have none of it; on paper they are told all the same. */
  readonly isOfPatient: boolean;
  readonly list: PrintedList;
  /** Counts how often the list was loaded anew. */
  readonly reloads: number;
  /** The list could not be loaded, which is told in its place: once is enough. */
  readonly isListMissing: boolean;
}

/** What is done with the list, and what is told of it on paper. */
export function HistoryTools({ list, isOfPatient, ...tools }: HistoryToolsProps) {
  const { calls, filters: namedFilters } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const isOffered =
    named.length > 0 || [readPurchaseTotals, downloadPurchases].some(({ name }) => calls.includes(name));
  return (
    <>
      {!isOfPatient && isOffered && <Tools {...tools} />}
      <PrintedHistory query={queryOf(valuesOf(tools.filters), named)} list={list} />
    </>
  );
}

/** Filters, totals of what they find and its export: each where the server names it (rules §1). */
function Tools({ filters, onFilter, reloads, isListMissing }: Omit<HistoryToolsProps, 'list' | 'isOfPatient'>) {
  const translate = useTranslate();
  const id = useId();
  const { calls, filters: namedFilters } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const csv = useDownload(downloadPurchases);
  const values = valuesOf(filters);
  const query = queryOf(values, named);
  const [isOpen, setIsOpen] = useState(filtersOf(values).length > 0);
  const isSound = areSound(filters);
  const keepSound = useEffectEvent(() => onFilter(filtersOf(values)));
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
          <ActionButton
            icon={<FileExcelOutlined aria-hidden />}
            loading={csv.isDownloading}
            onClick={() => void csv.download({ query })}
          >
            {translate('purchases:export')}
          </ActionButton>
        )}
      </div>
      <div id={id}>
        {isOpen && named.length > 0 && (
          <LazyPart
            load={loadFilterForm}
            props={{ values, named, onFilter: (chosen) => onFilter(filtersOf(chosen)) }}
          />
        )}
      </div>
    </section>
  );
}
