import { useTranslate } from '@refinedev/core';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useOrderColumns } from './order-columns.tsx';
import { ORDERS_PER_PAGE, type OrderQuery, type OrderSearch } from './use-order-search.ts';

interface OrderTableProps {
  readonly orders: OrderSearch;
  readonly query: OrderQuery;
}

/** The orders found, 20 per page (§2, §9); why they could not be fetched in their place (§8). */
export function OrderTable({ orders, query }: OrderTableProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const columns = useOrderColumns(query);
  const { error } = orders;
  return (
    <DataTable
      label={translate('amc-summary:list')}
      columns={columns}
      rowKey={({ amcOrderId }) => String(amcOrderId)}
      emptyText={translate('amc-summary:notFound')}
      onRetry={error ? orders.retry : undefined}
      failureText={error ? translate('amc-summary:failure', { message: errorText(error) }) : undefined}
      tableProps={{
        dataSource: orders.orders,
        loading: orders.isLoading,
        pagination: { current: orders.page, pageSize: ORDERS_PER_PAGE, total: orders.total },
        onChange: ({ current = 1 }) => orders.turnTo(current),
      }}
      showsTotal
    />
  );
}
