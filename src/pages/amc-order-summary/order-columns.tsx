import { FileExcelOutlined, FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadAmcOrderCsv, downloadAmcOrderPdf } from '#contract/calls/amc-orders.ts';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { romeDay } from '#contract/rules/dates.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import { EsbStatus } from './esb-status.tsx';
import type { OrderQuery } from './use-order-search.ts';

/** The columns of the orders, with their two documents (§2). */
export function useOrderColumns({ aslId, businessId }: OrderQuery): readonly Column<AmcOrder>[] {
  const translate = useTranslate();
  const csv = useDownload(downloadAmcOrderCsv);
  const pdf = useDownload(downloadAmcOrderPdf);
  const title = (key: string) => translate(`amc-summary:column.${key}`);
  const csvInput = ({ amcOrderId }: AmcOrder) => ({ params: { amcOrderId } });
  const pdfInput = ({ amcOrderId }: AmcOrder) => ({ query: { amcOrderId, aslId, businessId } });
  return [
    { kind: 'text', key: 'id', title: title('id'), value: ({ amcOrderId }) => String(amcOrderId) },
    { kind: 'text', key: 'business', title: title('business'), value: ({ businessName }) => businessName },
    { kind: 'text', key: 'store', title: title('store'), value: ({ storeCode }) => storeCode },
    { kind: 'text', key: 'district', title: title('district'), value: ({ districtCode }) => districtCode },
    {
      kind: 'date',
      key: 'date',
      title: title('date'),
      shows: 'day',
      value: ({ orderDate }) => (orderDate === undefined ? undefined : romeDay(new Date(orderDate))),
    },
    { kind: 'currency', key: 'amount', title: title('amount'), shows: 'total', value: ({ amount }) => amount },
    { kind: 'object', key: 'status', title: title('status'), render: (order) => <EsbStatus order={order} /> },
    {
      kind: 'action',
      key: 'csv',
      title: title('csv'),
      icon: <FileExcelOutlined aria-hidden />,
      label: ({ amcOrderId }) => translate('amc-summary:csvOf', { id: amcOrderId }),
      isBusy: (order) => csv.isDownloadingOf(csvInput(order)),
      onAction: (order) => void csv.download(csvInput(order)),
    },
    {
      kind: 'action',
      key: 'pdf',
      title: title('pdf'),
      icon: <FilePdfOutlined aria-hidden />,
      label: ({ amcOrderId }) => translate('amc-summary:pdfOf', { id: amcOrderId }),
      isBusy: (order) => pdf.isDownloadingOf(pdfInput(order)),
      onAction: (order) => void pdf.download(pdfInput(order)),
    },
  ];
}
