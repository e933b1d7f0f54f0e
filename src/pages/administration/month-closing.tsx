import { useTable } from '#src/components/table/use-table.ts';
import { type BaseKey, useInvalidate, useList, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
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
import { type Column, titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ListExport } from '#src/components/table/export-buttons.tsx';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/declaration.ts';
import { idParam, monthParam } from '#src/providers/data/filter-values.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import styles from './administration.module.css';
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

interface MonthFormProps {
  readonly choosesAsl: boolean;
  readonly aslId: string | undefined;
  readonly month: string;
  readonly onChoose: (chosen: { readonly aslId?: string; readonly month?: string }) => void;
}

function MonthForm({ choosesAsl, aslId, month, onChoose }: MonthFormProps) {
  const translate = useTranslate();
  return (
    <div className={screens.shortForm}>
      {choosesAsl && <AslField value={aslId} onChange={(chosen) => onChoose({ aslId: chosen })} />}
      <MonthField
        label={translate('month-closing:month')}
        value={month}
        onChange={(chosen) => onChoose({ month: chosen })}
      />
    </div>
  );
}

function useClosedColumns(): readonly Column<MonthClosing>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`month-closing:${key}`);
  return titled<MonthClosing>(title, [
    { kind: 'text', key: 'month', value: ({ month }) => formatMonth(month) },
    { kind: 'text', key: 'asl', value: ({ aslName }) => aslName },
    { kind: 'text', key: 'business', value: ({ companyName }) => companyName ?? title('all') },
    { kind: 'currency', key: 'figures.total', value: ({ figures }) => figures.total },
    { kind: 'text', key: 'controlTotal', isCode: true, value: ({ figures }) => figures.controlTotal },
    { kind: 'date', key: 'closeTime', shows: 'instant', value: ({ closeTime }) => closeTime },
    { kind: 'text', key: 'username', value: ({ username }) => username },
  ]);
}

/** The closed months, the latest first. */
function ClosedMonths({ aslId }: { readonly aslId: string | undefined }) {
  const translate = useTranslate();
  const columns = useClosedColumns();
  const { tableProps, tableQuery } = useTable<MonthClosing, ApiError>({
    resource: 'admin-closings',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: { permanent: aslId === undefined ? [] : [{ field: 'aslId', operator: 'eq', value: aslId }] },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const label = translate('month-closing:closedMonths');
  return (
    <section className={styles.section} aria-label={label}>
      <div className={screens.head}>
        <h2>{label}</h2>
        <ListExport call={downloadClosings} input={{ query: { aslId: aslId && Number(aslId) } }} />
      </div>
      <DataTable
        label={label}
        columns={columns}
        rowKey={({ closingId }) => String(closingId)}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('month-closing:noneClosed')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </section>
  );
}

type MismatchRow = MonthMismatch & { readonly id: BaseKey };

function useMismatchColumns(): readonly Column<MonthMismatch>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`month-closing:mismatch.${key}`);
  return titled<MonthMismatch>(title, [
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
}

/** The mismatches of the month (rules §9). */
function Mismatches({ aslId, month }: { readonly aslId: string; readonly month: string }) {
  const translate = useTranslate();
  const columns = useMismatchColumns();
  const { tableProps, tableQuery } = useTable<MismatchRow, ApiError>({
    resource: 'admin-mismatches',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: {
      permanent: [
        { field: 'aslId', operator: 'eq', value: aslId },
        { field: 'month', operator: 'eq', value: month },
      ],
    },
    // The figures above them are read again too.
    queryOptions: { placeholderData: keepPreviousData, gcTime: 0 },
  });
  const label = translate('month-closing:mismatch.title');
  return (
    <section className={styles.section} aria-label={label}>
      <div className={screens.head}>
        <h2>{label}</h2>
        <ListExport call={downloadMonthMismatches} input={{ query: { aslId: Number(aslId), month } }} />
      </div>
      <DataTable
        label={label}
        columns={columns}
        rowKey={({ id }) => String(id)}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('month-closing:mismatch.none')}
        onRetry={tableQuery.isError ? () => void tableQuery.refetch() : undefined}
      />
    </section>
  );
}

const urlParams = z.object({ aslId: idParam, month: monthParam });

function lastMonth(): string {
  return firstOfMonth(today(), -1);
}

interface MonthClosingProps {
  /** The authority of a district office's operator. An operator of the region chooses one. */
  readonly ownAslId: Id | undefined;
}

/** The chosen month and authority are in the URL. */
function MonthClosingScreen({ ownAslId }: MonthClosingProps) {
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const { values, change } = useUrlState(urlParams);
  const { month = lastMonth() } = values;
  const aslId = ownAslId === undefined ? values.aslId : String(ownAslId);

  return (
    <div className={screens.screen}>
      <h1>{translate('admin:menu.closings')}</h1>
      <p className={screens.lead}>{translate('month-closing:lead')}</p>
      <MonthForm
        choosesAsl={ownAslId === undefined}
        aslId={aslId}
        month={month}
        onChoose={(chosen) => change({ aslId, month, ...chosen })}
      />
      {aslId === undefined ? (
        <p className={screens.empty}>{translate('month-closing:chooseAsl')}</p>
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
