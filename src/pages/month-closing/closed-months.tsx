import { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { MonthClosing } from '#contract/entities/admin/closing.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import styles from './month-closing.module.css';

function useColumns(): readonly Column<MonthClosing>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`month-closing:${key}`);
  return [
    { kind: 'text', key: 'month', title: title('month'), value: ({ month }) => formatMonth(month) },
    { kind: 'text', key: 'asl', title: title('asl'), value: ({ aslName }) => aslName },
    {
      kind: 'text',
      key: 'business',
      title: title('business'),
      value: ({ companyName }) => companyName ?? title('all'),
    },
    {
      kind: 'currency',
      key: 'total',
      title: title('figures.total'),
      shows: 'total',
      value: ({ figures }) => figures.total,
    },
    { kind: 'text', key: 'controlTotal', title: title('controlTotal'), value: ({ figures }) => figures.controlTotal },
    {
      kind: 'date',
      key: 'closeTime',
      title: title('closeTime'),
      shows: 'instant',
      value: ({ closeTime }) => closeTime,
    },
    { kind: 'text', key: 'username', title: title('username'), value: ({ username }) => username },
  ];
}

/** The closed months, the latest first. */
export function ClosedMonths({ aslId }: { readonly aslId: string | undefined }) {
  const translate = useTranslate();
  const columns = useColumns();
  const { tableProps, tableQuery } = useTable<MonthClosing, ApiError>({
    resource: 'admin-closings',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: { permanent: aslId === undefined ? [] : [{ field: 'aslId', operator: 'eq', value: aslId }] },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const label = translate('month-closing:closedMonths');
  return (
    <section className={styles.part} aria-label={label}>
      <h2>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        rowKey={({ closingId }) => String(closingId)}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('month-closing:noneClosed')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </section>
  );
}
