import { FilePdfOutlined, FileTextOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CallInput } from '#contract/call.ts';
import {
  type BillDay,
  type BillStore,
  downloadBillProducts,
  downloadBillSummary,
  downloadInvoiceDraft,
  readBillParts,
  readBillTotals,
} from '#contract/calls/billing-summary.ts';
import { type Day, formatDay, formatMonth } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ControlTotal, type Detail, DetailCard } from '#src/components/display/facts.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { Amount, CountedAmount, Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { CounterpartyField, PrintedFilters } from '#src/components/form/counterparties.tsx';
import { PeriodForm, usePeriodForm } from '#src/components/form/period-form.tsx';
import { partySchema, periodParams, type PeriodQuery, periodQueryOf } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useListAddress, useNavigationKey, useUrlState } from '#src/components/url-state.ts';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useDownload } from '#src/providers/api/use-download.ts';
import { missingTexts } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import type { Identity } from '#src/providers/session/identity.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';

/** The button for the draft of a closed month's electronic invoice, and what it lacks. */
function InvoiceDraft({ query }: CallInput<typeof downloadInvoiceDraft>) {
  const translate = useTranslate();
  const draft = useDownload(downloadInvoiceDraft);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const download = () => {
    setMissing([]);
    void draft.download(
      { query },
      {
        name: translate('billing:invoice.name'),
        onRefused: (error) => {
          setMissing(missingTexts(error, translate));
          return error.missing.length > 0;
        },
      },
    );
  };
  return (
    <>
      <div>
        <ActionButton icon={<FileTextOutlined aria-hidden />} loading={draft.isDownloading} onClick={download}>
          {translate('billing:invoice.draft', { month: formatMonth(query.month) })}
        </ActionButton>
      </div>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={translate('billing:invoice.missing')}
          description={
            <>
              <ul>
                {missing.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p>{translate('billing:invoice.who')}</p>
            </>
          }
        />
      )}
    </>
  );
}

/** The totals of the documents, with a note if they would be empty or incomplete. Only on servers that offer it. */
export function BillTotals({ input }: { readonly input: CallInput<typeof readBillTotals> }) {
  const translate = useTranslate();
  const { calls } = useFeatures();
  const { data, isLoading, onRetry } = useCallQuery(readBillTotals, input, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) {
    return (
      <>
        <p>{translate('billing:totals.reading')}</p>
        <Skeleton />
      </>
    );
  }
  if (!data) return null;

  const { total, isPeriodOver, closedMonths, invoiceMonths, ...parts } = data.totals;
  const { aslId } = input.query;
  const counted = ['purchases', 'cancellations', 'corrections'] as const;
  const isEmpty = counted.every((name) => parts[name].count === 0);
  const details: readonly Detail[] = [
    ...counted.map((name) => ({
      label: translate(`billing:totals.${name}`),
      value: <CountedAmount {...parts[name]} />,
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
      {calls.includes(downloadInvoiceDraft.name) &&
        aslId !== undefined &&
        invoiceMonths.map((month) => <InvoiceDraft key={`${aslId} ${month}`} query={{ aslId, month }} />)}
    </>
  );
}

interface BillPartsProps {
  readonly input: CallInput<typeof readBillParts>;
  /** The address of what a day or a store counts. */
  readonly addressOf: (part: { readonly day: Day } | Pick<BillStore, 'businessId' | 'storeId'>) => string | undefined;
}

function Linked({ to, children }: { readonly to: string | undefined; readonly children: string }) {
  return to === undefined ? <Value text={children} /> : <Link to={to}>{children}</Link>;
}

/** The days and the stores of the documents, each with a link to what it counts. Only on servers that offer it. */
function BillParts({ input, addressOf }: BillPartsProps) {
  const translate = useTranslate();
  const { data, isLoading, onRetry } = useCallQuery(readBillParts, input, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={6} />;
  if (!data || data.days.length === 0) return null;
  const title = (key: string) => translate(`billing:totals.${key}`);
  const amounts = titled<Pick<BillDay, 'purchases' | 'cancellations' | 'total'>>(title, [
    { kind: 'number', key: 'count', value: ({ purchases }) => purchases.count },
    { kind: 'currency', key: 'purchases', value: ({ purchases }) => purchases.amount },
    { kind: 'currency', key: 'cancellations', value: ({ cancellations }) => cancellations.amount },
    { kind: 'currency', key: 'total', value: ({ total }) => total },
  ]);
  const ofStores = titled<BillStore>(title, [
    {
      kind: 'object',
      key: 'store',
      render: ({ storeName, ...store }) => <Linked to={addressOf(store)}>{storeName}</Linked>,
    },
    { kind: 'text', key: 'business', value: ({ companyName }) => companyName },
  ]);
  const ofDays = titled<BillDay>(title, [
    { kind: 'object', key: 'day', render: ({ day }) => <Linked to={addressOf({ day })}>{formatDay(day)}</Linked> },
  ]);
  const pagination = { pageSize: 10 };
  return (
    <>
      <section className={screens.section} aria-label={title('byStore')}>
        <h2>{title('byStore')}</h2>
        <DataTable
          label={title('byStore')}
          columns={[...ofStores, ...amounts]}
          rowKey={({ storeId }) => String(storeId)}
          tableProps={{ dataSource: data.stores, pagination }}
        />
      </section>
      <section className={screens.section} aria-label={title('byDay')}>
        <h2>{title('byDay')}</h2>
        <DataTable
          label={title('byDay')}
          columns={[...ofDays, ...amounts]}
          rowKey={({ day }) => day}
          tableProps={{ dataSource: data.days, pagination }}
        />
      </section>
    </>
  );
}

/** Shops see the purchases of a day or a store; an authority the bill of that day or of that business. */
function usePartAddress(profile: Identity['profile'], query: PeriodQuery | null): BillPartsProps['addressOf'] {
  const ofPurchases = useListAddress(paths.purchaseHistory);
  const ofBills = useListAddress(paths.billingSummary);
  const { purchases: named = [] } = useFeatures().filters;
  return (part) => {
    if (query === null) return undefined;
    const { dateStart, dateEnd } = 'day' in part ? { dateStart: part.day, dateEnd: part.day } : query;
    if (profile === 'ASL') {
      const businessId = 'day' in part ? query.businessId : String(part.businessId);
      return ofBills({ dateStart, dateEnd, ...(businessId !== undefined && { businessId }) });
    }
    if ('day' in part) return named.length > 0 ? ofPurchases({ dateStart, dateEnd }) : undefined;
    return named.includes('storeId') ? ofPurchases({ dateStart, dateEnd, storeId: String(part.storeId) }) : undefined;
  };
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
  const addressOf = usePartAddress(profile, query);
  const { subscribe } = state.form;
  const onType = useEffectEvent(change);
  useEffect(() => {
    return subscribe({ formState: { values: true }, callback: (typed) => onType(typed.values) });
  }, [subscribe]);

  // A health authority sends its own id in every query (§6, rules §7).
  const inputOf = (found: PeriodQuery) => ({ query: { ...found, ...(profile === 'ASL' && { aslId }) } });
  const exportPdf = state.submit((found) => void pdf.download(inputOf(found), { name: translate('billing:pdfName') }));

  return (
    <div className={screens.ordered}>
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
      {query && calls.includes(readBillParts.name) && <BillParts input={inputOf(query)} addressOf={addressOf} />}
    </div>
  );
}

/** Prospetto fatturazione: the documents of the amount billed to a health authority in a period (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <BillingSummary key={navigationKey} identity={identity} /> : null;
}
