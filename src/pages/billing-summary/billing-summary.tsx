import { FilePdfOutlined } from '@ant-design/icons';
import { type CrudFilter, useGo, useParsed, useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { downloadBillProducts, downloadBillSummary, readBillTotals } from '#contract/calls/billing-summary.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { ExportButtons } from '#src/components/export-buttons/export-buttons.tsx';
import { CounterpartyField } from '#src/components/period-form/counterparty-field.tsx';
import { PeriodForm } from '#src/components/period-form/period-form.tsx';
import { PrintedFilters } from '#src/components/period-form/printed-filters.tsx';
import {
  EMPTY_PERIOD,
  type PeriodQuery,
  partySchema,
  periodQueryOf,
  toPeriodFilters,
} from '#src/components/period-form/period-schema.ts';
import { usePeriodForm } from '#src/components/period-form/use-period-form.ts';
import { useDownload } from '#src/hooks/use-download.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { BillTotals } from './bill-totals.tsx';
import styles from './billing-summary.module.css';

/** The filters, which are in the URL, their totals, and the two exports. Enter exports the PDF. */
export function BillingSummary({ identity: { profile, aslId } }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const go = useGo();
  const { params } = useParsed<{ filters?: CrudFilter[] }>();
  const { calls } = useFeatures();
  const schema = partySchema(profile);
  const state = usePeriodForm(schema, params?.filters);
  const pdf = useDownload(downloadBillSummary);

  const values = useWatch({ control: state.form.control });
  const chosen = toPeriodFilters({ ...EMPTY_PERIOD, ...values });
  const filters = JSON.stringify(chosen);
  const query = calls.includes(readBillTotals.name) ? periodQueryOf(schema, chosen) : null;
  const writeUrl = useEffectEvent(() => {
    go({ type: 'replace', query: { filters: JSON.parse(filters) as CrudFilter[] }, options: { keepQuery: true } });
  });
  useEffect(() => {
    writeUrl();
  }, [filters]);

  // A health authority sends its own id in every query (§6, rules §7).
  const inputOf = (found: PeriodQuery) => ({ query: { ...found, ...(profile === 'ASL' && { aslId }) } });
  const exportPdf = state.submit((found) => void pdf.download(inputOf(found), { name: translate('billing:pdfName') }));

  return (
    <div className={styles.screen}>
      <h1>{translate('billing:title')}</h1>
      <p className={styles.lead}>{translate('billing:lead')}</p>
      <PeriodForm
        label={translate('billing:title')}
        state={state}
        onSubmit={exportPdf}
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
            <ExportButtons
              call={downloadBillProducts}
              label={translate('billing:exportCsv')}
              excelLabel={translate('billing:exportExcel')}
              name={translate('billing:detailName')}
              onExport={(begin) => void state.submit((found) => begin(inputOf(found)))()}
            />
          </>
        }
      >
        <CounterpartyField control={state.form.control} profile={profile} />
      </PeriodForm>
      {query && <PrintedFilters profile={profile} query={query} />}
      {/* Always mounted: screen readers do not announce a live region that appears together with its text. */}
      <div className={styles.totals} role="status">
        {query && <BillTotals input={inputOf(query)} />}
      </div>
    </div>
  );
}
