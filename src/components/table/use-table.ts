import { mapAntdSorterToCrudSorting } from '@refinedev/antd';
import {
  type BaseRecord,
  type CrudFilter,
  type HttpError,
  useTable as useRefineTable,
  type useTableProps,
} from '@refinedev/core';
import type { TableProps } from 'antd';
import type { PagedRows } from './pager.tsx';

/**
 * Refine's `useTable`, with the `tableProps` of a `DataTable`. Not the one of @refinedev/antd: it makes a form of antd's
 * for the filters, and the portal's forms are react-hook-form's.
 */
export function useTable<Row extends BaseRecord, Failure extends HttpError = HttpError>(
  options: useTableProps<Row, Failure, Row>,
) {
  const table = useRefineTable<Row, Failure>(options);
  const { tableQuery, result, currentPage, pageSize, setCurrentPage, setPageSize, setSorters, setFilters } = table;
  const isPaged = options.pagination?.mode !== 'off';
  const onChange: TableProps<Row>['onChange'] = (page, _filters, sorter) => {
    if (Object.keys(sorter).length > 0) setSorters(mapAntdSorterToCrudSorting(sorter));
    if (!isPaged) return;
    setCurrentPage(page.current ?? 1);
    setPageSize(page.pageSize ?? pageSize);
  };
  const { hasMore } = (tableQuery.data ?? {}) as { readonly hasMore?: boolean };
  const tableProps: PagedRows<Row> = {
    dataSource: result.data,
    loading: !tableQuery.isFetched,
    pagination: isPaged && { current: currentPage, pageSize, total: result.total ?? 0, hasMore },
    onChange,
  };
  /** Shows the first page of the rows with these filters alone. */
  const filterBy = (filters: CrudFilter[]) => {
    setFilters(filters, 'replace');
    setCurrentPage(1);
  };
  return { ...table, tableProps, filterBy };
}
