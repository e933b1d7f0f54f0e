import { FilePdfOutlined, ShoppingCartOutlined, UndoOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { toneOfStatus } from '#src/components/status-chip/tone.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import { mayBeCancelled, mayBeRecreated, shownStatus } from './purchase-status.ts';

/** What the rows of the history do. */
interface PurchaseActions {
  readonly onCancel: (purchase: Purchase) => void;
  readonly isCancelling: (purchase: Purchase) => boolean;
  readonly onRecreate: (purchase: Purchase) => void;
}

function patientName({ patient }: Purchase): string | undefined {
  const name = [patient?.firstName, patient?.lastName].filter(Boolean).join(' ');
  return name || patient?.fiscalCode;
}

/** The columns of the purchase history: date, patient, business, total, status, receipt, storno, new cart (§2). */
export function usePurchaseColumns(actions: PurchaseActions): readonly Column<Purchase>[] {
  const translate = useTranslate();
  const receipt = useDownload(downloadReceipt);
  const receiptInput = ({ purchaseId }: Purchase) => ({ params: { purchaseId } });
  const title = (key: string) => translate(`purchases:column.${key}`);
  const label = (key: string) => (purchase: Purchase) => translate(`purchases:${key}`, { id: purchase.purchaseId });
  return [
    { kind: 'date', key: 'date', title: title('date'), shows: 'instant', value: ({ createTime }) => createTime },
    { kind: 'text', key: 'patient', title: title('patient'), value: patientName },
    { kind: 'text', key: 'business', title: title('business'), value: ({ business }) => business?.companyName },
    { kind: 'currency', key: 'total', title: title('total'), shows: 'total', value: ({ itemsAmount }) => itemsAmount },
    {
      kind: 'chip',
      key: 'status',
      title: title('status'),
      value: (purchase) => {
        const status = shownStatus(purchase);
        return { label: translate(`purchases:status.${status}`), tone: toneOfStatus(status) };
      },
    },
    {
      kind: 'action',
      key: 'receipt',
      title: title('receipt'),
      icon: <FilePdfOutlined aria-hidden />,
      label: label('receiptOf'),
      isBusy: (purchase) => receipt.isDownloadingOf(receiptInput(purchase)),
      onAction: (purchase) => void receipt.download(receiptInput(purchase)),
    },
    {
      kind: 'action',
      key: 'cancel',
      title: title('cancel'),
      icon: <UndoOutlined aria-hidden />,
      label: label('cancelOf'),
      isDangerous: true,
      isOffered: mayBeCancelled,
      isBusy: actions.isCancelling,
      onAction: actions.onCancel,
    },
    {
      kind: 'action',
      key: 'recreate',
      title: title('recreate'),
      icon: <ShoppingCartOutlined aria-hidden />,
      label: label('recreateOf'),
      isOffered: mayBeRecreated,
      onAction: actions.onRecreate,
    },
  ];
}
