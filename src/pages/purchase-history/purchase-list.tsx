import { FilePdfOutlined, ShoppingCartOutlined, UndoOutlined } from '@ant-design/icons';
import { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadPurchases, downloadReceipt, readPurchaseTotals } from '#contract/calls/purchases.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import type { Id } from '#contract/wire.ts';
import { type Column, sortableBy } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { SearchForm } from '#src/components/data-table/search-form.tsx';
import { nameOrFiscalCode } from '#src/components/patient/patient-name.ts';
import { chipOf, isCancelled } from '#src/components/status-chip/statuses.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import type { CancellationTarget } from './cancellation/use-read-is-cancelled.ts';
import { Dialogs } from './dialogs.tsx';
import { PurchaseDetails } from './purchase-details.tsx';
import styles from './purchase-history.module.css';
import { mayBeCancelled, mayBeRecreated } from './purchase-status.ts';
import { NO_RECREATION } from './recreation/recreation-state.ts';
import { HistoryTools } from './tools/history-tools.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const ICONS = {
  receipt: <FilePdfOutlined aria-hidden />,
  cancel: <UndoOutlined aria-hidden />,
  recreate: <ShoppingCartOutlined aria-hidden />,
};

interface PurchaseListProps {
  /** Only the purchases of this patient and dossier. Default: all of the business. */
  readonly of?: { readonly patientId: Id; readonly dossierId: Id | undefined };
}

function receiptOf({ purchaseId }: Purchase) {
  return { params: { purchaseId } };
}

/**
 * The purchases, newest first, 5, 10 or 20 per page, with receipt, cancellation and new cart. Cancelled ones have their
 * own style (§2, §4, §9). Page and size are in the URL, except for a patient's list (design §2).
 */
export function PurchaseList(props: PurchaseListProps) {
  const translate = useTranslate();
  const [reloads, setReloads] = useState(0);
  const { tableProps, tableQuery, searchFormProps, result, sorters, ...table } = useTable<Purchase>({
    resource: 'purchases',
    pagination: { pageSize: DEFAULT_PAGE_SIZE },
    filters: { permanent: toCrudFilters(props.of ?? {}) },
    syncWithLocation: !props.of,
    // Keeps the focus on the pager while a page loads.
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { container, onReload, onDialogGone } = useKeptFocus(tableProps.dataSource);
  const reload = () => {
    onReload();
    setReloads((last) => last + 1);
    return tableQuery.refetch();
  };
  const [cancelled, setCancelled] = useState<CancellationTarget | null>(null);
  const [checkingId, setCheckingId] = useState<Id>();
  const [recreation, setRecreation] = useState(NO_RECREATION);
  const { sorts, filters: namedFilters, calls } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const hasTools =
    !props.of && (named.length > 0 || [readPurchaseTotals, downloadPurchases].some(({ name }) => calls.includes(name)));
  const receipt = useDownload(downloadReceipt);
  // In another sort order any row may be the oldest.
  const within = sorters.length > 0 ? (result.total ?? 0) : table.currentPage * table.pageSize;
  const needsDialogs = cancelled !== null || recreation.purchase !== null;

  const title = (key: string) => translate(`purchases:column.${key}`);
  const label = (key: string) => (purchase: Purchase) => translate(`purchases:${key}`, { id: purchase.purchaseId });
  const columns: readonly Column<Purchase>[] = [
    { kind: 'date', key: 'createTime', title: title('date'), shows: 'instant', value: ({ createTime }) => createTime },
    { kind: 'text', key: 'patient', title: title('patient'), value: ({ patient }) => nameOrFiscalCode(patient) },
    { kind: 'text', key: 'business', title: title('business'), value: ({ business }) => business?.companyName },
    {
      kind: 'currency',
      key: 'itemsAmount',
      title: title('total'),
      shows: 'total',
      value: ({ itemsAmount }) => itemsAmount,
    },
    {
      kind: 'chip',
      key: 'status',
      title: title('status'),
      // Everything that is not cancelled is completed (§3, §4).
      value: (purchase) => chipOf('purchase', isCancelled(purchase) ? 'CANCELLED' : 'ACTIVE', translate),
    },
    {
      kind: 'action',
      key: 'receipt',
      title: title('receipt'),
      icon: ICONS.receipt,
      label: label('receiptOf'),
      isBusy: (purchase) => receipt.isDownloadingOf(receiptOf(purchase)),
      onAction: (purchase) => void receipt.download(receiptOf(purchase), { name: label('receiptName')(purchase) }),
    },
    {
      kind: 'action',
      key: 'cancel',
      title: title('cancel'),
      icon: ICONS.cancel,
      text: translate('purchases:cancel'),
      label: label('cancelOf'),
      isDangerous: true,
      isOffered: mayBeCancelled,
      isBusy: ({ purchaseId }) => purchaseId === checkingId,
      // The dialog that comes is the one of the purchase that is checked.
      isDisabled: ({ purchaseId }) => checkingId !== undefined && purchaseId !== checkingId,
      onAction: (purchase) => setCancelled({ purchase, within }),
    },
    {
      kind: 'action',
      key: 'recreate',
      title: title('recreate'),
      icon: ICONS.recreate,
      label: label('recreateOf'),
      isOffered: mayBeRecreated,
      isDisabled: () => checkingId !== undefined,
      onAction: (purchase) => setRecreation({ ...NO_RECREATION, purchase, isOpen: true }),
    },
  ];
  return (
    <div ref={container} className={styles.list} tabIndex={-1}>
      <SearchForm form={searchFormProps.form} />
      {tableQuery.isLoading ? (
        hasTools && <div className={styles.reserved} />
      ) : (
        <HistoryTools
          filters={table.filters}
          hasTools={hasTools}
          list={{
            columns,
            sorters,
            newestBy: 'createTime',
            page: table.currentPage,
            pageSize: table.pageSize,
            total: result.total ?? 0,
          }}
          reloads={reloads}
          isListMissing={tableQuery.isError}
          onFilter={(chosen) => {
            table.setFilters(chosen, 'replace');
            table.setCurrentPage(1);
          }}
        />
      )}
      <DataTable
        label={translate('purchases:title')}
        columns={sortableBy(columns, sorts.purchases)}
        rowKey={({ purchaseId }) => String(purchaseId)}
        isStruckOut={isCancelled}
        details={{
          title: title('details'),
          label: label('detailsOf'),
          render: (purchase) => <PurchaseDetails purchase={purchase} />,
        }}
        tableProps={tableProps}
        sorters={sorters}
        pageSizes={PAGE_SIZES}
        showsTotal
        emptyText={translate('purchases:HISTORY_EMPTY')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
      {needsDialogs && (
        <Dialogs
          cancelled={cancelled}
          onChecking={setCheckingId}
          recreation={recreation}
          setRecreation={setRecreation}
          reload={reload}
          onAfterClose={onDialogGone}
        />
      )}
    </div>
  );
}
