import { FileExcelOutlined, FilePdfOutlined, FileTextOutlined } from '@ant-design/icons';
import type { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { downloadAmcOrderCsv, downloadAmcOrderPdf } from '#contract/calls/amc-orders.ts';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { romeDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { type Column, sortableBy } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import type { PeriodQuery } from '#src/components/period-form/period-schema.ts';
import { PrintedFilters } from '#src/components/period-form/printed-filters.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useExport } from '#src/hooks/use-export.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { refetchFailed } from '#src/providers/query-client.ts';
import { EsbStatus } from './esb-status.tsx';
import { OrderListTools } from './order-list-tools.tsx';
import { statusFilterText } from './status-filter-text.ts';

interface OrderTableProps {
  readonly table: Pick<
    ReturnType<typeof useTable<AmcOrder, ApiError>>,
    'tableProps' | 'tableQuery' | 'result' | 'sorters' | 'currentPage' | 'pageSize'
  >;
  readonly profile: string;
  readonly pageSizes: readonly number[];
  readonly attempt: number;
  readonly query: Omit<PeriodQuery, 'aslId'> & { readonly aslId?: Id | undefined };
}

/** Code and, if the server sends it, name of the store. */
function storeOf({ storeCode, storeName }: AmcOrder): string | undefined {
  return [storeCode, storeName].filter(Boolean).join(' · ') || undefined;
}

/** The orders found, the documents of each, and the actions for all of them (§2). */
export function OrderTable({
  table: { tableProps, tableQuery, result, sorters, currentPage, pageSize },
  profile,
  pageSizes,
  query,
  attempt,
}: OrderTableProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { sorts } = useFeatures();
  const detail = useExport(downloadAmcOrderCsv);
  const pdf = useDownload(downloadAmcOrderPdf);
  const title = (key: string) => translate(`amc-summary:column.${key}`);
  const csvOf = ({ amcOrderId }: AmcOrder) => ({ params: { amcOrderId } });
  const pdfOf = ({ amcOrderId }: AmcOrder) => ({
    query: { amcOrderId, aslId: query.aslId, businessId: query.businessId },
  });
  const columns: readonly Column<AmcOrder>[] = [
    { kind: 'text', key: 'amcOrderId', title: title('id'), value: ({ amcOrderId }) => String(amcOrderId) },
    { kind: 'text', key: 'businessName', title: title('business'), value: ({ businessName }) => businessName },
    { kind: 'text', key: 'storeCode', title: title('store'), value: storeOf },
    {
      kind: 'text',
      key: 'districtCode',
      title: title('district'),
      value: ({ districtCode }) => districtCode,
      isCode: true,
    },
    {
      kind: 'date',
      key: 'orderDate',
      title: title('date'),
      shows: 'day',
      value: ({ orderDate }) => (orderDate === undefined ? undefined : romeDay(new Date(orderDate))),
    },
    { kind: 'currency', key: 'amount', title: title('amount'), shows: 'total', value: ({ amount }) => amount },
    { kind: 'object', key: 'esbStatus', title: title('status'), render: (order) => <EsbStatus order={order} /> },
    ...detail.formats.map((format): Column<AmcOrder> => ({
      kind: 'action',
      key: format,
      title: title(format),
      icon: format === 'csv' ? <FileTextOutlined aria-hidden /> : <FileExcelOutlined aria-hidden />,
      label: ({ amcOrderId }) => translate(`amc-summary:${format}Of`, { id: amcOrderId }),
      isBusy: (order) => detail.isExporting(format, csvOf(order)),
      onAction: (order) => {
        const name = translate(`amc-summary:${format}Name`, { id: order.amcOrderId });
        void detail.exportAs(format, csvOf(order), { name });
      },
    })),
    {
      kind: 'action',
      key: 'pdf',
      title: title('pdf'),
      icon: <FilePdfOutlined aria-hidden />,
      label: ({ amcOrderId }) => translate('amc-summary:pdfOf', { id: amcOrderId }),
      isBusy: (order) => pdf.isDownloadingOf(pdfOf(order)),
      onAction: (order) =>
        void pdf.download(pdfOf(order), { name: translate('amc-summary:pdfName', { id: order.amcOrderId }) }),
    },
  ];

  const isFound = !tableQuery.error && (result.total ?? 0) > 0;
  return (
    <>
      <PrintedFilters
        profile={profile}
        query={query}
        more={[
          query.amcOrderId && translate('amc-summary:printedNumber', { number: query.amcOrderId }),
          query.esbStatus && statusFilterText(query.esbStatus, translate),
        ]}
        list={{ columns, sorters, newestBy: 'orderDate', page: currentPage, pageSize, total: result.total ?? 0 }}
      />
      {isFound && <OrderListTools key={attempt} input={{ query }} />}
      <DataTable
        label={translate('amc-summary:list')}
        columns={sortableBy(columns, sorts['amc-orders'])}
        rowKey={({ amcOrderId }) => String(amcOrderId)}
        tableProps={tableProps}
        sorters={sorters}
        pageSizes={pageSizes}
        showsTotal
        emptyText={translate('amc-summary:notFound')}
        // Only one failure is shown, so the retry repeats all failed reads.
        onRetry={tableQuery.error ? () => void refetchFailed() : undefined}
        failureText={
          tableQuery.error ? translate('amc-summary:failure', { message: errorText(tableQuery.error) }) : undefined
        }
      />
    </>
  );
}
