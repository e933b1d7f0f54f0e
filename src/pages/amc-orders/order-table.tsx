import { CodeOutlined, FileExcelOutlined, FilePdfOutlined, FileTextOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import type { PropsWithChildren, ReactNode } from 'react';
import type { CallInput } from '#contract/call.ts';
import {
  type AmcOrder,
  downloadAmcOrderCsv,
  downloadAmcOrderPdf,
  downloadAmcOrderUbl,
  downloadAmcOrdersCsv,
  downloadAmcOrdersPdf,
  readAmcOrderTotals,
} from '#contract/calls/amc-orders.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { StatusChip } from '#src/components/display/status-chip.tsx';
import { chipOf, isRejected, NOT_REJECTED } from '#src/components/display/statuses.ts';
import { NO_VALUE, Value } from '#src/components/display/value.tsx';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { PrintedFilters } from '#src/components/form/counterparties.tsx';
import type { PeriodQuery } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { ColumnChoice, useColumnChoice } from '#src/components/table/list-menus.tsx';
import { type ActionColumn, sortableBy, titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { type DownloadTexts, useDownload, useExport } from '#src/providers/api/use-download.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { refetchFailed } from '#src/providers/query-client.ts';
import styles from './amc-orders.module.css';
import { PAGE_SIZE } from './selection.ts';
import type { PeriodSearch } from './use-period-search.ts';

interface OrderListToolsProps {
  readonly input: CallInput<typeof readAmcOrderTotals>;
}

function Totals({ input }: OrderListToolsProps) {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readAmcOrderTotals, input, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  const { valid, rejected } = data?.totals ?? {};
  return (
    <p role="status">
      {valid && rejected
        ? translate('amc-summary:totals', {
            orders: formatCount(valid.count),
            total: formatTotal(valid.amount),
            rejected: formatCount(rejected.count),
            rejectedTotal: formatTotal(rejected.amount),
          })
        : '\u00A0'}
    </p>
  );
}

/** Totals of all found orders, their documents, each only if the server offers it (rules §1), and what else there is. */
function OrderListTools({ input, children }: OrderListToolsProps & PropsWithChildren) {
  const translate = useTranslate();
  const { calls } = useFeatures();
  const pdf = useDownload(downloadAmcOrdersPdf);
  return (
    <div className={screens.tools}>
      {calls.includes(readAmcOrderTotals.name) && <Totals input={input} />}
      {calls.includes(downloadAmcOrdersCsv.name) && (
        <ExportButtons
          call={downloadAmcOrdersCsv}
          label={translate('amc-summary:allCsv')}
          excelLabel={translate('amc-summary:allExcel')}
          name={translate('amc-summary:allName')}
          onExport={(begin) => begin(input)}
        />
      )}
      {calls.includes(downloadAmcOrdersPdf.name) && (
        <ActionButton
          icon={<FilePdfOutlined aria-hidden />}
          loading={pdf.isDownloading}
          onClick={() => void pdf.download(input, { name: translate('amc-summary:allPdfName') })}
        >
          {translate('amc-summary:allPdf')}
        </ActionButton>
      )}
      {children}
    </div>
  );
}

/** The text of a value of the status filter. */
export function statusFilterText(value: string, translate: ReturnType<typeof useTranslate>): string {
  return value === NOT_REJECTED ? translate('amc-summary:notRejected') : chipOf('esbOrder', value, translate).label;
}

/** The status of an order. A rejected one shows the reason, and that its purchases can be ordered again (rules §7). */
function EsbStatus({ order: { esbStatus, esbReason, esbNumber } }: { readonly order: AmcOrder }) {
  const translate = useTranslate();
  if (esbStatus === undefined) return NO_VALUE;
  return (
    <div className={styles.status}>
      <StatusChip {...chipOf('esbOrder', esbStatus, translate)} />
      {esbNumber !== undefined && <Value text={translate('amc-summary:esbNumber', { number: esbNumber })} />}
      {isRejected(esbStatus) && (
        <div className={styles.reason}>
          {esbReason !== undefined && <p>{translate('amc-summary:reason', { reason: esbReason })}</p>}
          <p>{translate('amc-summary:released')}</p>
        </div>
      )}
    </div>
  );
}

interface OrderTableProps {
  readonly orders: PeriodSearch<AmcOrder>;
  readonly profile: string;
  readonly query: Omit<PeriodQuery, 'aslId'> & { readonly aslId?: Id | undefined };
}

/** Code and, if the server sends it, name of the store. */
function storeOf({ storeCode, storeName }: AmcOrder): string | undefined {
  return [storeCode, storeName].filter(Boolean).join(' · ') || undefined;
}

/** The orders found, the documents of each, and the actions for all of them (§2). */
export function OrderTable({ orders: { table, attempt }, profile, query }: OrderTableProps) {
  const { tableProps, tableQuery, result, sorters } = table;
  const translate = useTranslate();
  const errorText = useErrorText();
  const { calls, sorts } = useFeatures();
  const detail = useExport(downloadAmcOrderCsv);
  const pdf = useDownload(downloadAmcOrderPdf);
  const ubl = useDownload(downloadAmcOrderUbl);
  const title = (key: string) => translate(`amc-summary:column.${key}`);
  const csvOf = ({ amcOrderId }: AmcOrder) => ({ params: { amcOrderId } });
  const pdfOf = ({ amcOrderId }: AmcOrder) => ({
    query: { amcOrderId, aslId: query.aslId, businessId: query.businessId },
  });
  const documentOf = (
    key: string,
    icon: ReactNode,
    isBusy: (order: AmcOrder) => boolean,
    download: (order: AmcOrder, texts: DownloadTexts) => Promise<boolean>,
  ): ActionColumn<AmcOrder> => ({
    kind: 'action',
    key,
    title: title(key),
    icon,
    label: ({ amcOrderId: id }) => translate(`amc-summary:${key}Of`, { id }),
    isBusy,
    onAction: (order) => void download(order, { name: translate(`amc-summary:${key}Name`, { id: order.amcOrderId }) }),
  });
  const ublColumn = {
    ...documentOf(
      'ubl',
      <CodeOutlined aria-hidden />,
      (order) => ubl.isDownloadingOf(csvOf(order)),
      (order, texts) => ubl.download(csvOf(order), texts),
    ),
    isOffered: ({ esbStatus }: AmcOrder) => !isRejected(esbStatus),
  };
  const { columns, choice } = useColumnChoice(
    'amc-orders',
    titled<AmcOrder>(title, [
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
      { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
      {
        kind: 'object',
        key: 'esbStatus',
        title: title('status'),
        isFitting: true,
        render: (order) => <EsbStatus order={order} />,
      },
      ...detail.formats.map((format) =>
        documentOf(
          format,
          format === 'csv' ? <FileTextOutlined aria-hidden /> : <FileExcelOutlined aria-hidden />,
          (order) => detail.isExporting(format, csvOf(order)),
          (order, texts) => detail.exportAs(format, csvOf(order), texts),
        ),
      ),
      documentOf(
        'pdf',
        <FilePdfOutlined aria-hidden />,
        (order) => pdf.isDownloadingOf(pdfOf(order)),
        (order, texts) => pdf.download(pdfOf(order), texts),
      ),
      ...(calls.includes(downloadAmcOrderUbl.name) ? [ublColumn] : []),
    ]),
  );

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
        list={{ ...table, columns, newestBy: 'orderDate' }}
      />
      {isFound && (
        <OrderListTools key={attempt} input={{ query }}>
          <ColumnChoice {...choice} />
        </OrderListTools>
      )}
      <DataTable
        label={translate('amc-summary:list')}
        columns={sortableBy(columns, sorts['amc-orders'])}
        rowKey={({ amcOrderId }) => String(amcOrderId)}
        tableProps={tableProps}
        sorters={sorters}
        pageSizes={[PAGE_SIZE]}
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
