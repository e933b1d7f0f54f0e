import { useInvalidate, useList, useTranslate } from '@refinedev/core';
import * as z from 'zod/mini';
import type { adminAsl } from '#contract/admin/asl.ts';
import {
  downloadClosings,
  downloadMonthMismatches,
  type MonthClosing,
  type MonthMismatch,
} from '#contract/admin/closings.ts';
import { today } from '#contract/rules/clock.ts';
import { firstOfMonth, formatMonth } from '#contract/rules/dates.ts';
import type { Id, Read } from '#contract/wire.ts';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { MonthField } from '#src/components/form/date-field.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey, useUrlState } from '#src/components/url-state.ts';
import { titled } from '#src/components/table/column.ts';
import { ListExport } from '#src/components/table/export-buttons.tsx';
import { TableSection, useRowsOf } from '#src/components/table/table-section.tsx';
import { idParam, monthParam, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { MonthOfAsl } from './month-of-asl.tsx';

interface AslFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function AslField({ value, onChange }: AslFieldProps) {
  const translate = useTranslate();
  // Not `useSelect`, as in useStoreOptions.
  const { query, result } = useList<Read<typeof adminAsl.row>>({
    resource: 'admin-asl',
    pagination: { pageSize: 1000 },
  });
  const options = result.data.map(({ aslId, name }) => ({ value: String(aslId), label: name }));
  // While the names load the id is hidden.
  const isKnown = options.some((option) => option.value === value) || query.isSuccess;
  return (
    <FormField label={translate('month-closing:asl')}>
      {(input) => (
        <>
          <Typeahead
            {...input}
            options={options}
            value={isKnown ? value : undefined}
            isLoading={query.isLoading}
            onChange={(chosen) => onChange(String(chosen))}
          />
          {query.isError && <LoadFailure onRetry={() => void query.refetch()} />}
        </>
      )}
    </FormField>
  );
}

/** The closed months, the latest first. */
function ClosedMonths({ aslId }: { readonly aslId: string | undefined }) {
  const translate = useTranslate();
  const { table } = useRowsOf<MonthClosing>('admin-closings', toCrudFilters({ aslId }));
  const title = (key: string) => translate(`month-closing:${key}`);
  const columns = titled<MonthClosing>(title, [
    { kind: 'text', key: 'month', value: ({ month }) => formatMonth(month) },
    { kind: 'text', key: 'asl', value: ({ aslName }) => aslName },
    { kind: 'text', key: 'business', value: ({ companyName }) => companyName ?? title('all') },
    { kind: 'currency', key: 'figures.total', value: ({ figures }) => figures.total },
    { kind: 'text', key: 'controlTotal', isCode: true, value: ({ figures }) => figures.controlTotal },
    { kind: 'date', key: 'closeTime', shows: 'instant', value: ({ closeTime }) => closeTime },
    { kind: 'text', key: 'username', value: ({ username }) => username },
  ]);
  return (
    <TableSection
      {...table}
      label={title('closedMonths')}
      tools={<ListExport call={downloadClosings} input={{ query: { aslId: aslId && Number(aslId) } }} />}
      columns={columns}
      showsTotal
      emptyText={title('noneClosed')}
    />
  );
}

/** The mismatches of the month (rules §9). */
function Mismatches({ aslId, month }: { readonly aslId: string; readonly month: string }) {
  const translate = useTranslate();
  // The figures above them are read again too.
  const { table } = useRowsOf<MonthMismatch>('admin-mismatches', toCrudFilters({ aslId, month }), { gcTime: 0 });
  const title = (key: string) => translate(`month-closing:mismatch.${key}`);
  const columns = titled<MonthMismatch>(title, [
    { kind: 'date', key: 'at', shows: 'instant', value: ({ at }) => at },
    {
      kind: 'text',
      key: 'kind',
      // An unknown value shows as it is.
      value: ({ kind }) => translate(`month-closing:mismatch.kinds.${kind}`, {}, kind),
    },
    { kind: 'text', key: 'purchase', value: ({ purchaseId }) => purchaseId?.toString() },
    { kind: 'text', key: 'order', value: ({ amcOrderId }) => amcOrderId?.toString() },
    { kind: 'text', key: 'store', value: ({ companyName, storeName }) => `${companyName} · ${storeName}` },
    { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
    { kind: 'currency', key: 'expected', value: ({ expectedAmount }) => expectedAmount },
  ]);
  return (
    <TableSection
      {...table}
      label={title('title')}
      tools={<ListExport call={downloadMonthMismatches} input={{ query: { aslId: Number(aslId), month } }} />}
      columns={columns}
      showsTotal
      emptyText={title('none')}
    />
  );
}

const urlParams = z.object({ aslId: idParam, month: monthParam });

/**
 * The chosen month and authority are in the URL.
 * @param ownAslId the authority of a district office's operator; an operator of the region chooses one
 */
function MonthClosingScreen({ ownAslId }: { readonly ownAslId: Id | undefined }) {
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const { values, change } = useUrlState(urlParams);
  const { month = firstOfMonth(today(), -1) } = values;
  const aslId = ownAslId === undefined ? values.aslId : String(ownAslId);
  const choose = (chosen: Partial<typeof values>) => change({ aslId, month, ...chosen });

  return (
    <div className={screens.screen}>
      <h1>{translate('admin:menu.closings')}</h1>
      <p className={screens.lead}>{translate('month-closing:lead')}</p>
      <div className={screens.shortForm}>
        {ownAslId === undefined && <AslField value={aslId} onChange={(chosen) => choose({ aslId: chosen })} />}
        <MonthField
          label={translate('month-closing:month')}
          value={month}
          onChange={(chosen) => choose({ month: chosen })}
        />
      </div>
      {aslId === undefined ? (
        <p>{translate('month-closing:chooseAsl')}</p>
      ) : (
        <div key={`${aslId} ${month}`} className={screens.screen}>
          <MonthOfAsl
            aslId={aslId}
            month={month}
            onClosed={() => void invalidate({ resource: 'admin-closings', invalidates: ['list'] })}
          />
          <Mismatches aslId={aslId} month={month} />
        </div>
      )}
      <ClosedMonths aslId={aslId} />
    </div>
  );
}

/** Chiusure mensili: closes a month of a health authority for good. */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <MonthClosingScreen key={navigationKey} ownAslId={identity.operatorAslId} /> : null;
}
