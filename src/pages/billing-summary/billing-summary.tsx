import { FileExcelOutlined, FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import type { PeriodQuery } from '#src/components/period-filters/filter-draft.ts';
import { ownAuthority } from '#src/components/period-filters/own-authority.ts';
import { PeriodForm } from '#src/components/period-filters/period-form.tsx';
import { useCounterparty } from '#src/components/period-filters/use-counterparty.ts';
import { useFilters } from '#src/components/period-filters/use-filters.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import styles from './billing-summary.module.css';

/** The filters and the two exports; Enter exports the PDF. */
export function BillingSummary({ identity }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const counterparty = useCounterparty(identity);
  const filters = useFilters(counterparty, true);
  const pdf = useDownload(downloadBillSummary);
  const csv = useDownload(downloadBillProducts);

  const inputOf = (query: PeriodQuery) => ({ query: { ...ownAuthority(identity), ...query } });

  return (
    <div className={styles.screen}>
      <h1>{translate('billing:title')}</h1>
      <p className={styles.lead}>{translate('billing:lead')}</p>
      <PeriodForm
        label={translate('billing:title')}
        counterparty={counterparty}
        filters={filters}
        onSubmit={(query) => void pdf.download(inputOf(query))}
        actions={
          <>
            <ActionButton
              type="primary"
              htmlType="submit"
              icon={<FilePdfOutlined aria-hidden />}
              loading={pdf.isDownloading}
            >
              {translate('billing:exportPdf')}
            </ActionButton>
            <ActionButton
              icon={<FileExcelOutlined aria-hidden />}
              loading={csv.isDownloading}
              onClick={() => {
                const query = filters.check();
                if (query) void csv.download(inputOf(query));
              }}
            >
              {translate('billing:exportCsv')}
            </ActionButton>
          </>
        }
      />
    </div>
  );
}
