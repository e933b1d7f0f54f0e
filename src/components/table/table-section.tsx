import type { BaseRecord, CrudFilter, CrudSort } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/declaration.ts';
import screens from '../layout/screens.module.css';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { useTable } from './use-table.ts';

/**
 * The rows of an operators' resource that a part of a screen shows, page by page, for a `DataTable`. The screen says which
 * they are, so nothing of them is in the URL. Unused rows are kept for `gcTime` ms, by default as Refine keeps them.
 */
export function useRowsOf<Row extends BaseRecord>(
  resource: string,
  filters: CrudFilter[],
  { sorters = [], ...kept }: { readonly sorters?: CrudSort[] | undefined; readonly gcTime?: number } = {},
) {
  const { tableProps, tableQuery } = useTable<Row, ApiError>({
    resource,
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: { permanent: filters },
    sorters: { permanent: sorters },
    queryOptions: { placeholderData: keepPreviousData, ...kept },
  });
  const { error, isSuccess, refetch } = tableQuery;
  const table = {
    tableProps,
    rowKey: ({ id }: BaseRecord) => String(id),
    pageSizes: OPERATOR_PAGE_SIZES,
    onRetry: error ? () => void refetch() : undefined,
  };
  return { table, error, isSuccess };
}

interface TableSectionProps<Row extends object> extends DataTableProps<Row> {
  /** Beside the heading. */
  readonly tools?: ReactNode;
  /** Above the table. */
  readonly intro?: string | false;
}

/** A table that is a part of a screen, with its label as heading. */
export function TableSection<Row extends object>({ tools, intro, ...table }: TableSectionProps<Row>) {
  return (
    <section className={screens.section} aria-label={table.label}>
      <div className={screens.head}>
        <h2>{table.label}</h2>
        {tools}
      </div>
      {intro && <p className={screens.lead}>{intro}</p>}
      <DataTable {...table} />
    </section>
  );
}
