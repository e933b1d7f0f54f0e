import { useTable } from '@refinedev/antd';
import { type BaseKey, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { MonthMismatch } from '#contract/entities/admin/closing.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import styles from './month-closing.module.css';

type MismatchRow = MonthMismatch & { readonly id: BaseKey };

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
  const { tableProps, tableQuery } = useTable<MismatchRow, ApiError>({
    resource: 'admin-mismatches',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: {
      permanent: [
        { field: 'aslId', operator: 'eq', value: aslId },
        { field: 'month', operator: 'eq', value: month },
      ],
    },
    // The figures above them are read again too.
    queryOptions: { placeholderData: keepPreviousData, gcTime: 0 },
  });
  const label = translate('month-closing:mismatch.title');
  return (
    <section className={styles.part} aria-label={label}>
      <h2>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        rowKey={({ id }) => String(id)}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('month-closing:mismatch.none')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </section>
  );
}
