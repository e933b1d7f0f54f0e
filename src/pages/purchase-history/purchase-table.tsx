import { type CrudFilter, useList, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Purchase } from '#contract/entities/purchase.ts';
import type { Id } from '#contract/wire.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { PAGE_SIZES } from '#src/components/data-table/paging.ts';
import { LatePart } from '#src/components/late/late-part.tsx';
import { useCancellation } from './cancellation/use-cancellation.ts';
import { usePurchaseColumns } from './purchase-columns.tsx';
import styles from './purchase-history.module.css';
import { shownStatus } from './purchase-status.ts';
import { useRecreation } from './recreation/use-recreation.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePageInUrl } from './use-page-in-url.ts';

async function loadDialogs() {
  return (await import('./dialogs.tsx')).Dialogs;
}

interface PurchaseTableProps {
  /** Only the purchases of this patient and dossier; all of the business's when not given. */
  readonly of?: { readonly patientId: Id; readonly dossierId: Id | undefined };
}

function filtersOf({ of }: PurchaseTableProps): CrudFilter[] {
  if (!of) return [];
  return [
    { field: 'patientId', operator: 'eq', value: of.patientId },
    { field: 'dossierId', operator: 'eq', value: of.dossierId },
  ];
}

/**
 * The purchases, newest first, 5, 10 or 20 per page, with receipt, storno and new cart; a cancelled one is styled as
 * such (§2, §4, §9). Page and size stand in the URL but for a patient's, of whom nothing does (design §2). The
 * dialogs' code is fetched while the assistant looks at the list.
 */
export function PurchaseTable(props: PurchaseTableProps) {
  const translate = useTranslate();
  const { page, pageSize, turnTo } = usePageInUrl(!props.of);
  const { result, query } = useList<Purchase>({
    resource: 'purchases',
    pagination: { mode: 'server', currentPage: page, pageSize },
    filters: filtersOf(props),
    // So that the focus stays on the pager while a page is turned.
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { place, onReload, onDialogGone } = useKeptFocus(result.data);
  const reload = () => {
    onReload();
    return query.refetch();
  };
  const cancellation = useCancellation(reload);
  const recreation = useRecreation(reload);
  const { target, state } = cancellation;
  const isAsked = target !== null || recreation.state.purchase !== null;

  useEffect(() => {
    // A failure is told where the dialogs are needed.
    loadDialogs().catch(() => undefined);
  }, []);

  const columns = usePurchaseColumns({
    onCancel: (purchase) => cancellation.check({ purchase, within: page * pageSize }),
    isCancelling: ({ purchaseId }) => state.activity === 'checking' && target?.purchase.purchaseId === purchaseId,
    onRecreate: recreation.ask,
  });
  return (
    <div ref={place} className={styles.list} tabIndex={-1}>
      <DataTable
        label={translate('purchases:title')}
        columns={columns}
        rows={result.data}
        rowKey={({ purchaseId }) => String(purchaseId)}
        rowStatus={shownStatus}
        emptyText={translate('purchases:HISTORY_EMPTY')}
        isLoading={query.isLoading || query.isPlaceholderData}
        onRetry={query.isError ? () => void query.refetch() : undefined}
        paging={{
          mode: 'server',
          page,
          pageSize,
          total: result.total ?? 0,
          pageSizes: PAGE_SIZES,
          showsTotal: true,
          onChange: turnTo,
        }}
      />
      {isAsked && <LatePart load={loadDialogs} props={{ cancellation, recreation, onGone: onDialogGone }} />}
    </div>
  );
}
