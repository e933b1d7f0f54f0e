import { FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadAmcOrdersCsv, downloadAmcOrdersPdf, readAmcOrderTotals } from '#contract/calls/amc-orders.ts';
import type { CallInput } from '#contract/call.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { ExportButtons } from '#src/components/export-buttons/export-buttons.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useDownload } from '#src/hooks/use-download.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import styles from './amc-order-summary.module.css';

interface OrderListToolsProps {
  readonly input: CallInput<typeof readAmcOrderTotals>;
}

function Totals({ input }: OrderListToolsProps) {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readAmcOrderTotals, input, { alerts: 'expiry-only' });
  if (onRetry) return <RetryLine onRetry={onRetry} />;
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

/** Totals of all found orders, and their documents. Each shows only if the server offers it (rules §1). */
export function OrderListTools({ input }: OrderListToolsProps) {
  const translate = useTranslate();
  const { calls } = useFeatures();
  const pdf = useDownload(downloadAmcOrdersPdf);
  return (
    <div className={styles.tools}>
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
    </div>
  );
}
