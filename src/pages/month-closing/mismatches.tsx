import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { searchMonthMismatches } from '#contract/calls/admin/closings.ts';
import type { MonthMismatch } from '#contract/entities/admin/closing.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import styles from './month-closing.module.css';

const PAGE_SIZES = [10, 20, 50];
const FIRST = { current: 1, pageSize: 10 };

function useColumns(): readonly Column<MonthMismatch>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`month-closing:mismatch.${key}`);
  return [
    { kind: 'date', key: 'at', title: title('at'), shows: 'instant', value: ({ at }) => at },
    {
      kind: 'text',
      key: 'kind',
      title: title('kind'),
      // An unknown value shows as it is.
      value: ({ kind }) => translate(`month-closing:mismatch.kinds.${kind}`, {}, kind),
    },
    { kind: 'text', key: 'purchase', title: title('purchase'), value: ({ purchaseId }) => purchaseId?.toString() },
    { kind: 'text', key: 'order', title: title('order'), value: ({ amcOrderId }) => amcOrderId?.toString() },
    {
      kind: 'text',
      key: 'store',
      title: title('store'),
      value: ({ companyName, storeName }) => `${companyName} · ${storeName}`,
    },
    { kind: 'currency', key: 'amount', title: title('amount'), shows: 'total', value: ({ amount }) => amount },
    {
      kind: 'currency',
      key: 'expected',
      title: title('expected'),
      shows: 'total',
      value: ({ expectedAmount }) => expectedAmount,
    },
  ];
}

/** The mismatches of the month (rules §9). */
export function Mismatches({ aslId, month }: { readonly aslId: string; readonly month: string }) {
  const translate = useTranslate();
  const columns = useColumns();
  const [{ current, pageSize }, setPage] = useState(FIRST);
  const query = { aslId: Number(aslId), month, page: current - 1, size: pageSize };
  const { data, isLoading, onRetry } = useCallQuery(searchMonthMismatches, { query }, { alerts: 'expiry-only' });
  const label = translate('month-closing:mismatch.title');
  return (
    <section className={styles.part} aria-label={label}>
      <h2>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        rowKey={({ kind, purchaseId, amcOrderId }) => `${kind} ${purchaseId ?? ''} ${amcOrderId ?? ''}`}
        tableProps={{
          dataSource: data?.rows ?? [],
          loading: isLoading,
          pagination: { current, pageSize, total: data?.pagination.totalCount ?? 0 },
          onChange: (next) => setPage({ ...FIRST, ...next }),
        }}
        pageSizes={PAGE_SIZES}
        showsTotal
        emptyText={translate('month-closing:mismatch.none')}
        onRetry={onRetry}
      />
    </section>
  );
}
