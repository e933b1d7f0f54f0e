import { FilePdfOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { CallInput } from '#contract/call.ts';
import { downloadBillProducts, downloadBillSummary, readBillTotals } from '#contract/calls/billing-summary.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ControlTotal, type Detail, DetailCard } from '#src/components/display/detail-card.tsx';
import { Amount, Value } from '#src/components/display/value.tsx';
import { LoadFailure } from '#src/components/feedback/load-failure.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { CounterpartyField, PrintedFilters } from '#src/components/form/counterparties.tsx';
import { PeriodForm, usePeriodForm } from '#src/components/form/period-form.tsx';
import { partySchema, periodParams, type PeriodQuery, periodQueryOf } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey, useUrlState } from '#src/components/url-state.ts';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useDownload } from '#src/providers/api/use-download.ts';
import type { Identity } from '#src/providers/session/identity.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';

/** The totals of the documents, with a note if they would be empty or incomplete. Only on servers that offer it. */
export function BillTotals({ input }: { readonly input: CallInput<typeof readBillTotals> }) {
  const translate = useTranslate();
  const { data, isLoading, onRetry } = useCallQuery(readBillTotals, input, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) return <p>{translate('billing:totals.reading')}</p>;
  if (!data) return null;

  const { total, isPeriodOver, closedMonths, ...parts } = data.totals;
  const counted = [
    ['purchases', parts.purchases],
    ['cancellations', parts.cancellations],
    ['corrections', parts.corrections],
  ] as const;
  const isEmpty = counted.every(([, { count }]) => count === 0);
  const details: readonly Detail[] = [
    ...counted.map(([name, { count, amount }]) => ({
      label: translate(`billing:totals.${name}`),
      value: (
        <>
          <Value text={formatCount(count)} /> · <Amount value={amount} />
        </>
      ),
    })),
    { label: translate('billing:totals.total'), value: <Amount value={total} /> },
    ...closedMonths.map(({ month, rows, controlTotal }) => ({
      label: translate('billing:totals.closed', { month: formatMonth(month) }),
      value: (
        <>
          {translate('billing:totals.controlTotal')} <ControlTotal value={controlTotal} /> ·{' '}
          <span>{translate('billing:totals.rows', { rows: formatCount(rows) })}</span>
        </>
      ),
    })),
  ];
  return (
    <>
      {!isPeriodOver && (
        <Alert
          type="info"
          role="status"
          showIcon
          message={translate('billing:totals.open')}
          description={translate('billing:totals.openText')}
        />
      )}
      {isEmpty ? (
        <Alert type="warning" showIcon message={translate('billing:totals.empty')} />
      ) : (
        <DetailCard title={translate('billing:totals.title')} details={details} />
      )}
    </>
  );
}

/** The filters, which are in the URL, their totals, and the two exports. Enter exports the PDF. */
export function BillingSummary({ identity: { profile, aslId } }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const { values, change } = useUrlState(periodParams);
  const { calls } = useFeatures();
  const schema = partySchema(profile);
  const state = usePeriodForm(schema, values);
  const pdf = useDownload(downloadBillSummary);

  const query = calls.includes(readBillTotals.name) ? periodQueryOf(schema, values) : null;
  const { subscribe } = state.form;
  const onType = useEffectEvent(change);
  useEffect(() => {
    return subscribe({ formState: { values: true }, callback: (typed) => onType(typed.values) });
  }, [subscribe]);

  // A health authority sends its own id in every query (§6, rules §7).
  const inputOf = (found: PeriodQuery) => ({ query: { ...found, ...(profile === 'ASL' && { aslId }) } });
  const exportPdf = state.submit((found) => void pdf.download(inputOf(found), { name: translate('billing:pdfName') }));

  return (
    <div className={screens.screen}>
      <h1>{translate('billing:title')}</h1>
      <p className={screens.lead}>{translate('billing:lead')}</p>
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
      <div className={screens.screen} role="status">
        {query && <BillTotals input={inputOf(query)} />}
      </div>
    </div>
  );
}

/** Prospetto fatturazione: the documents of the amount billed to a health authority in a period (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <BillingSummary key={navigationKey} identity={identity} /> : null;
}
