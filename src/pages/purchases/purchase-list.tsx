import { FilePdfOutlined, ShoppingCartOutlined, UndoOutlined } from '@ant-design/icons';
import { useTable } from '#src/components/table/use-table.ts';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { downloadPurchases, downloadReceipt, type Purchase, readPurchaseTotals } from '#contract/calls/purchases.ts';
import type { PurchasePatient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { nameOrFiscalCode } from '#src/components/display/patient.ts';
import { ReplacementDialog } from '#src/components/command/replacement-question.tsx';
import { chipOf, isCancelled } from '#src/components/display/statuses.ts';
import { ColumnChoice, useColumnChoice } from '#src/components/table/list-menus.tsx';
import { sortableBy, titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useFeatures } from '#src/providers/api/features.ts';
import { useDownload } from '#src/providers/api/use-download.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#src/providers/data/declaration.ts';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import { CancellationDialogs, useCancellation } from './cancellation-dialogs.tsx';
import { HistoryTools, PrintedHistory } from './history-tools.tsx';
import { PurchaseDetails } from './purchase-details.tsx';
import styles from './purchases.module.css';
import { RecreationDialog, useRecreation } from './recreation-dialog.tsx';

/**
 * Keeps the focus in the list when a cancellation removes the focused button. Either the dialog fades out first and
 * returns the focus to the button, or the new rows come first (design §5).
 */
function useKeptFocus(rows: unknown) {
  const container = useRef<HTMLDivElement>(null);
  const isReloading = useRef(false);

  useEffect(() => {
    if (isReloading.current && document.activeElement === document.body) container.current?.focus();
    isReloading.current = false;
  }, [rows]);

  return {
    container,
    /** For when the rows reload. */
    onReload: () => {
      isReloading.current = true;
    },
    /** For when a dialog has faded out. */
    onDialogGone: () => {
      if (!container.current?.contains(document.activeElement)) container.current?.focus();
    },
  };
}

interface PurchaseListProps {
  /** Only the purchases of this patient and dossier. Default: all of the business. */
  readonly of?: { readonly patientId: Id; readonly dossierId?: Id | undefined };
  /** Shows the purchases of the patient of a purchase alone. */
  readonly onPatient?: (patient: PurchasePatient) => void;
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
  const table = useTable<Purchase>({
    resource: 'purchases',
    pagination: { pageSize: DEFAULT_PAGE_SIZE },
    filters: { permanent: toCrudFilters(props.of ?? {}) },
    syncWithLocation: !props.of,
    // Keeps the focus on the pager while a page loads.
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { tableProps, tableQuery, sorters } = table;
  const { container, onReload, onDialogGone } = useKeptFocus(tableProps.dataSource);
  const reload = () => {
    onReload();
    setReloads((last) => last + 1);
    return tableQuery.refetch();
  };
  const cancellation = useCancellation(reload);
  const { checkingId } = cancellation;
  const recreation = useRecreation(reload);
  const { sorts, filters: namedFilters, calls } = useFeatures();
  const named = namedFilters.purchases ?? [];
  const hasTools =
    !props.of && (named.length > 0 || [readPurchaseTotals, downloadPurchases].some(({ name }) => calls.includes(name)));
  const receipt = useDownload(downloadReceipt);
  // In another sort order any row may be the oldest.
  const within = sorters.length > 0 ? (table.result.total ?? 0) : table.currentPage * table.pageSize;

  const title = (key: string) => translate(`purchases:column.${key}`);
  const label = (key: string) => (purchase: Purchase) => translate(`purchases:${key}`, { id: purchase.purchaseId });
  const { columns, choice } = useColumnChoice(
    'purchases',
    titled<Purchase>(title, [
      { kind: 'date', key: 'createTime', title: title('date'), shows: 'instant', value: (row) => row.createTime },
      { kind: 'text', key: 'purchaseId', title: title('number'), isCode: true, value: (row) => String(row.purchaseId) },
      { kind: 'text', key: 'patient', value: ({ patient }) => nameOrFiscalCode(patient) },
      { kind: 'text', key: 'business', value: ({ business }) => business?.companyName },
      { kind: 'currency', key: 'itemsAmount', title: title('total'), value: ({ itemsAmount }) => itemsAmount },
      {
        kind: 'chip',
        key: 'status',
        // Everything that is not cancelled is completed (§3, §4).
        value: (purchase) => chipOf('purchase', isCancelled(purchase) ? 'CANCELLED' : 'ACTIVE', translate),
      },
      {
        kind: 'action',
        key: 'receipt',
        icon: <FilePdfOutlined aria-hidden />,
        text: translate('purchases:receipt'),
        label: label('receiptOf'),
        isBusy: (purchase) => receipt.isDownloadingOf(receiptOf(purchase)),
        onAction: (purchase) => void receipt.download(receiptOf(purchase), { name: label('receiptName')(purchase) }),
      },
      {
        kind: 'action',
        key: 'cancel',
        icon: <UndoOutlined aria-hidden />,
        text: translate('purchases:cancel'),
        label: label('cancelOf'),
        isDangerous: true,
        // Of what is `cancelable` and not cancelled yet (§4).
        isOffered: (purchase) => purchase.cancelable === true && !isCancelled(purchase),
        isBusy: ({ purchaseId }) => purchaseId === checkingId,
        // The dialog that comes is the one of the purchase that is checked.
        isDisabled: ({ purchaseId }) => checkingId !== undefined && purchaseId !== checkingId,
        onAction: (purchase) => cancellation.check({ purchase, within }),
      },
      {
        kind: 'action',
        key: 'recreate',
        icon: <ShoppingCartOutlined aria-hidden />,
        text: translate('purchases:recreate'),
        label: label('recreateOf'),
        isOffered: (purchase) => purchase.cancelable === true && isCancelled(purchase),
        isDisabled: () => checkingId !== undefined,
        onAction: recreation.ask,
      },
    ]),
  );
  return (
    <div ref={container} className={styles.list} tabIndex={-1}>
      {hasTools &&
        (tableQuery.isLoading ? (
          <div className={styles.reserved} />
        ) : (
          <HistoryTools table={table} choice={<ColumnChoice {...choice} />} reloads={reloads} />
        ))}
      {!tableQuery.isLoading && <PrintedHistory table={table} columns={columns} />}
      <DataTable
        label={translate('purchases:title')}
        columns={sortableBy(columns, sorts.purchases)}
        rowKey={({ purchaseId }) => String(purchaseId)}
        isStruckOut={isCancelled}
        details={{
          title: title('details'),
          label: label('detailsOf'),
          render: (purchase) => <PurchaseDetails purchase={purchase} onPatient={props.onPatient} />,
        }}
        tableProps={tableProps}
        sorters={sorters}
        pageSizes={PAGE_SIZES}
        showsTotal
        emptyText={translate('purchases:HISTORY_EMPTY')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
      <CancellationDialogs cancellation={cancellation} onAfterClose={onDialogGone} />
      <ReplacementDialog {...recreation.replacement} />
      <RecreationDialog recreation={recreation} onAfterClose={onDialogGone} />
    </div>
  );
}
