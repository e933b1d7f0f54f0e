import { FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import { useDownload } from '#src/providers/data/use-download.ts';
import type { Column } from '../data-table/column.ts';
import { toneOfStatus } from '../status-chip/tone.ts';
import { shownStatus } from './shown-status.ts';

function patientName({ patient }: Purchase): string | undefined {
  const name = [patient?.firstName, patient?.lastName].filter(Boolean).join(' ');
  return name || patient?.fiscalCode;
}

/** The columns of the purchase history: date, patient, business, total, status, receipt (§2). */
export function usePurchaseColumns(): readonly Column<Purchase>[] {
  const translate = useTranslate();
  const { download, isDownloading } = useDownload(downloadReceipt);
  const title = (key: string) => translate(`purchases:column.${key}`);
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
      label: ({ purchaseId }) => translate('purchases:receiptOf', { id: purchaseId }),
      isDisabled: () => isDownloading,
      onAction: ({ purchaseId }) => void download({ params: { purchaseId } }),
    },
  ];
}
