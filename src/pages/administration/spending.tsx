import { useCan, useNavigation, useTranslate } from '@refinedev/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  downloadFindings,
  downloadSpending,
  type Finding,
  readSpending,
  type Spending,
  SPENDING_GROUPS,
  type SpendingRow,
} from '#contract/admin/spending.ts';
import { type Day, firstOfMonth, formatMonth, monthOf } from '#contract/rules/dates.ts';
import { formatUnitPrice, sum } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { Amount, NO_VALUE } from '#src/components/display/value.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { MonthField } from '#src/components/form/date-field.tsx';
import { ChoiceField, type TypeaheadOption } from '#src/components/form/typeahead.tsx';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey, useUrlState } from '#src/components/url-state.ts';
import { titled } from '#src/components/table/column.ts';
import { ListExport } from '#src/components/table/export-buttons.tsx';
import { TableSection, useRowsOf } from '#src/components/table/table-section.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useKinds, useTranslateKinds } from '#src/providers/api/kinds.ts';
import { idParam, monthParam, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import styles from './administration.module.css';
import * as z from 'zod/mini';
import { dossierType } from '#contract/request.ts';
import { today } from '#contract/rules/clock.ts';
import { ChartPlace } from '#src/components/charts/chart-place.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';

const spendingParams = z.object({
  monthStart: monthParam,
  monthEnd: monthParam,
  aslId: idParam,
  businessId: idParam,
  type: z.catch(z.optional(dossierType), undefined),
  by: z.catch(z.optional(z.enum(SPENDING_GROUPS)), undefined),
});

type SpendingParams = z.output<typeof spendingParams>;

interface SpendingQuery extends SpendingParams {
  readonly monthStart: Day;
  readonly monthEnd: Day;
  readonly by: (typeof SPENDING_GROUPS)[number];
}

const USUAL_MONTHS = 12;

/** The parameters of the URL as those of a call. Default: the last twelve months, grouped by month. */
export function spendingQueryOf({ monthStart, monthEnd, by = 'month', ...parties }: SpendingParams): SpendingQuery {
  const last = monthEnd ?? monthOf(today()).first;
  const first = monthStart ?? firstOfMonth(last, 1 - USUAL_MONTHS);
  return { ...parties, by, monthStart: first, monthEnd: last < first ? first : last };
}

/** Bars of a chart; the rest is added up in one more. */
const MAX_BARS = 10;
const PAGE_SIZES = [12, 24, 60];

/** The visible name of a group. */
function useNameOf(by: SpendingQuery['by']): (row: SpendingRow) => string {
  const translate = useTranslateKinds();
  return ({ name }) => {
    if (by === 'month') return formatMonth(name);
    return by === 'dossierType' ? translate(`spending:type.${name}`, {}, name) : name;
  };
}

interface GroupsProps {
  readonly by: SpendingQuery['by'];
  readonly rows: readonly SpendingRow[];
}

/** The totals: months in order, other groups by size. */
function GroupsChart({ by, rows }: GroupsProps) {
  const translate = useTranslate();
  const nameOf = useNameOf(by);
  const total = translate('spending:column.total');
  const most = by === 'month' ? rows.length : MAX_BARS;
  const points = rows.slice(0, most).map((row) => ({ label: nameOf(row), value: row.total }));
  const others = rows.slice(most);
  if (others.length > 0) {
    points.push({
      label: translate('spending:others', { n: others.length }),
      value: sum(others.map((row) => row.total)),
    });
  }
  const chart: Chart = { form: by === 'month' ? 'columns' : 'bars', unit: 'euro', name: total, points };
  return <ChartPlace chart={chart} table={<GroupsTable by={by} rows={rows} />} />;
}

function GroupsTable({ by, rows }: GroupsProps) {
  const translate = useTranslate();
  const nameOf = useNameOf(by);
  const title = (key: string) => translate(`spending:column.${key}`);
  const sortable = true;
  const columns = titled<SpendingRow>(title, [
    // Months sort by their ISO form, not by their visible text.
    by === 'month'
      ? { kind: 'object', key: 'name', title: translate('spending:by.month'), render: nameOf }
      : { kind: 'text', key: 'name', title: translate(`spending:by.${by}`), value: nameOf, sortable },
    { kind: 'number', key: 'purchases', value: (row) => row.purchases.count, sortable },
    { kind: 'currency', key: 'sold', value: (row) => row.purchases.amount, sortable },
    { kind: 'number', key: 'cancellations', value: (row) => row.cancellations.count, sortable },
    { kind: 'currency', key: 'cancelled', value: (row) => row.cancellations.amount, sortable },
    { kind: 'currency', key: 'total', value: (row) => row.total, sortable },
  ]);
  return (
    <DataTable
      label={translate('spending:table', { by: translate(`spending:by.${by}`) })}
      columns={columns}
      rowKey={({ key }) => key}
      tableProps={{ dataSource: rows, pagination: { pageSize: PAGE_SIZES[0] ?? 0 } }}
      pageSizes={PAGE_SIZES}
      emptyText={translate('spending:empty')}
    />
  );
}

function Totals({ purchases, cancellations, total }: Spending) {
  const translate = useTranslate();
  const label = (key: string) => translate(`spending:column.${key}`);
  return (
    <DetailCard
      title={translate('spending:totals')}
      details={[
        { label: label('purchases'), value: formatCount(purchases.count) },
        { label: label('sold'), value: <Amount value={purchases.amount} /> },
        { label: label('cancellations'), value: formatCount(cancellations.count) },
        { label: label('cancelled'), value: <Amount value={cancellations.amount} /> },
        { label: label('total'), value: <Amount value={total} /> },
      ]}
    />
  );
}

/** The spending as totals, chart, table and file. */
function SpendingFigures({ query }: { readonly query: SpendingQuery }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { data, error, onRetry } = useCallQuery(readSpending, { query }, { alerts: 'expiry-only' });
  const [shown, setShown] = useState<Pick<SpendingQuery, 'by'> & { readonly spending: Spending }>();
  if (data && data.spending !== shown?.spending) setShown({ by: query.by, spending: data.spending });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (error) return <p role="alert">{errorText(error)}</p>;
  // Keeps the old figures until the new ones arrive.
  if (!shown) return <Skeleton rows={8} />;
  const { by, spending } = shown;
  const { rows } = spending;
  return (
    <>
      <Totals {...spending} />
      <section className={styles.figures} aria-label={translate('spending:figures')} aria-busy={!data}>
        <div className={screens.head}>
          <p className={screens.lead}>{translate('spending:whenCounted')}</p>
          <ListExport call={downloadSpending} input={{ query }} />
        </div>
        {rows.length > 0 ? <GroupsChart by={by} rows={rows} /> : <GroupsTable by={by} rows={rows} />}
      </section>
    </>
  );
}

/** The options with spending in these months, by name, including the chosen one. */
function optionsOf(rows: readonly SpendingRow[] = [], value: string | undefined): TypeaheadOption[] {
  const options = rows
    .map(({ key, name }) => ({ value: key, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'it'));
  const isThere = value === undefined || options.some((option) => option.value === value);
  return isThere ? options : [...options, { value, label: value }];
}

interface SpendingFiltersProps {
  readonly query: SpendingQuery;
  readonly onChange: (part: { readonly [K in keyof SpendingQuery]?: SpendingQuery[K] | undefined }) => void;
}

/** Months, authority (for the region), business, kind of dossier, and grouping. */
export function SpendingFilters({ query, onChange }: SpendingFiltersProps) {
  const translate = useTranslate();
  const translateKinds = useTranslateKinds();
  const kinds = useKinds();
  const { data: identity } = useIdentity();
  const isOfRegion = identity ? identity.operatorAslId === undefined : false;
  const { monthStart, monthEnd, aslId, businessId, type, by } = query;
  const months = { monthStart, monthEnd };
  const byAsl = { ...months, by: 'asl' } as const;
  const authorities = useCallQuery(readSpending, { query: byAsl }, { alerts: 'expiry-only', enabled: isOfRegion });
  const byBusiness = { ...months, aslId, by: 'business' } as const;
  const businesses = useCallQuery(readSpending, { query: byBusiness }, { alerts: 'expiry-only' });
  const label = (name: string) => translate(`spending:field.${name}`);
  const emptyText = translate('spending:noMatch');
  const party = (name: 'asl' | 'business', { data, isLoading, onRetry }: typeof businesses, value?: string) => ({
    label: label(name),
    options: optionsOf(data?.spending.rows, value),
    isLoading,
    onRetry,
    isClearable: true,
    value,
    placeholder: translate(`spending:any.${name}`),
    emptyText,
  });
  return (
    <form className={styles.filters} aria-label={label('all')} onSubmit={(event) => event.preventDefault()}>
      <MonthField
        label={label('monthStart')}
        value={monthStart}
        onChange={(month) => onChange({ monthStart: month, ...(monthEnd < month && { monthEnd: month }) })}
      />
      <MonthField
        label={label('monthEnd')}
        value={monthEnd}
        onChange={(month) => onChange({ monthEnd: month, ...(month < monthStart && { monthStart: month }) })}
      />
      {isOfRegion && (
        <ChoiceField
          {...party('asl', authorities, aslId)}
          // The business may have no spending at another authority; then only its number would show.
          onChange={(value) => onChange({ aslId: value?.toString(), businessId: undefined })}
        />
      )}
      <ChoiceField
        {...party('business', businesses, businessId)}
        onChange={(value) => onChange({ businessId: value?.toString() })}
      />
      <ChoiceField
        label={label('type')}
        options={kinds.map(({ code }) => ({ value: code, label: translateKinds(`spending:type.${code}`, {}, code) }))}
        isClearable
        value={type}
        placeholder={translate('spending:any.type')}
        emptyText={emptyText}
        onChange={(value) => onChange({ type: value?.toString() })}
      />
      <ChoiceField
        label={label('by')}
        options={SPENDING_GROUPS.map((value) => ({ value, label: translate(`spending:by.${value}`) }))}
        value={by}
        emptyText={emptyText}
        onChange={(value) => onChange({ by: SPENDING_GROUPS.find((one) => one === value) })}
      />
    </form>
  );
}

/** The names of a resource's records, as links to their screens if the user may see them. */
function useRecordLink(resource: string): (id: Id, name: string) => ReactNode {
  const { showUrl } = useNavigation();
  const { data } = useCan({ resource, action: 'show' });
  return (id, name) => (data?.can ? <Link to={showUrl(resource, id)}>{name}</Link> : name);
}

/** The findings of these months, each with its rule. */
function Findings({ query }: { readonly query: Omit<SpendingQuery, 'type' | 'by'> }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { table, error } = useRowsOf<Finding>('admin-findings', toCrudFilters(query));
  const businessLink = useRecordLink('admin-businesses');
  const productLink = useRecordLink('admin-products');
  const userLink = useRecordLink('admin-users');
  const title = (key: string) => translate(`spending:finding.column.${key}`);
  const counted = ({ rule, count, purchases = 0, unitPrice, referencePrice }: Finding) =>
    translate(`spending:finding.counted.${rule}`, {
      n: formatCount(count),
      purchases: formatCount(purchases),
      price: unitPrice && formatUnitPrice(unitPrice),
      reference: referencePrice && formatUnitPrice(referencePrice),
    });
  const columns = titled<Finding>(title, [
    { kind: 'text', key: 'month', value: ({ month }) => formatMonth(month) },
    {
      kind: 'text',
      key: 'rule',
      value: ({ rule, threshold, least }) => translate(`spending:finding.rule.${rule}`, { threshold, least }, rule),
    },
    { kind: 'object', key: 'business', render: ({ businessId, companyName }) => businessLink(businessId, companyName) },
    {
      kind: 'object',
      key: 'subject',
      render: ({ productId, productName, userId, username }) => {
        if (productId !== undefined) return productLink(productId, productName ?? String(productId));
        return userId === undefined ? NO_VALUE : userLink(userId, username ?? String(userId));
      },
    },
    { kind: 'text', key: 'counted', value: counted },
  ]);
  return (
    <TableSection
      {...table}
      label={translate('spending:finding.title')}
      tools={<ListExport call={downloadFindings} input={{ query }} />}
      intro={translate('spending:finding.intro')}
      columns={columns}
      showsTotal
      emptyText={translate('spending:finding.empty')}
      failureText={error ? errorText(error) : undefined}
    />
  );
}

/** The filters are in the URL. Each change reads the figures again. */
function SpendingScreen() {
  const translate = useTranslate();
  const { values, change } = useUrlState(spendingParams);
  const query = spendingQueryOf(values);
  const { monthStart, monthEnd, aslId, businessId } = query;
  const ofFindings = { monthStart, monthEnd, aslId, businessId };
  return (
    <div className={screens.ordered}>
      <h1>{translate('spending:title')}</h1>
      <SpendingFilters query={query} onChange={(part) => change({ monthStart, monthEnd, ...part })} />
      <SpendingFigures query={query} />
      <Findings key={Object.values(ofFindings).join()} query={ofFindings} />
    </div>
  );
}

/** Spesa: the spending, and unusual spending. */
export function Component() {
  return <SpendingScreen key={useNavigationKey()} />;
}
