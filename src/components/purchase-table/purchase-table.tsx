import { type CrudFilter, useTable, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { Purchase } from '#contract/entities/purchase.ts';
import type { Id } from '#contract/wire.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../data-table/paging.ts';
import { usePurchaseColumns } from './purchase-columns.tsx';
import { shownStatus } from './shown-status.ts';

interface PurchaseTableProps {
  /** Only the purchases of this patient and dossier; all of the business's when not given. */
  readonly of?: { readonly patientId: Id; readonly dossierId: Id | undefined };
  /** Whether page and size stand in the URL; a patient's never do (design §2). */
  readonly isInUrl?: boolean;
}

function filtersOf({ of }: PurchaseTableProps): CrudFilter[] {
  if (!of) return [];
  return [
    { field: 'patientId', operator: 'eq', value: of.patientId },
    { field: 'dossierId', operator: 'eq', value: of.dossierId },
  ];
}

/** The purchases, newest first, 5, 10 or 20 per page; a cancelled one is styled as such (§2, §9). */
export function PurchaseTable(props: PurchaseTableProps) {
  const translate = useTranslate();
  const columns = usePurchaseColumns();
  const { result, tableQuery, currentPage, pageSize, setCurrentPage, setPageSize } = useTable<Purchase>({
    resource: 'purchases',
    pagination: { mode: 'server', pageSize: DEFAULT_PAGE_SIZE },
    filters: { permanent: filtersOf(props) },
    syncWithLocation: props.isInUrl ?? false,
    // So that the focus stays on the pager while a page is turned.
    queryOptions: { placeholderData: keepPreviousData },
  });
  return (
    <DataTable
      label={translate('purchases:title')}
      columns={columns}
      rows={result.data}
      rowKey={({ purchaseId }) => String(purchaseId)}
      rowStatus={shownStatus}
      emptyText={translate('purchases:HISTORY_EMPTY')}
      isLoading={tableQuery.isLoading || tableQuery.isPlaceholderData}
      onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      paging={{
        mode: 'server',
        page: currentPage,
        pageSize,
        total: result.total ?? 0,
        pageSizes: PAGE_SIZES,
        showsTotal: true,
        onChange: (page, size) => {
          if (size !== pageSize) setPageSize(size);
          setCurrentPage(page);
        },
      }}
    />
  );
}
