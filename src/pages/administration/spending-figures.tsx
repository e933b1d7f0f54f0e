import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  downloadSpending,
  readSpending,
  type Spending,
  SPENDING_GROUPS,
  type SpendingRow,
} from '#contract/admin/spending.ts';
import { dossierType } from '#contract/request.ts';
import { today } from '#contract/rules/clock.ts';
import { type Day, firstOfMonth, formatMonth, monthOf } from '#contract/rules/dates.ts';
import { sum } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ChartPlace } from '#src/components/charts/chart-place.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { Amount } from '#src/components/display/value.tsx';
import screens from '#src/components/layout/screens.module.css';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ListExport } from '#src/components/table/export-buttons.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { idParam, monthParam } from '#src/providers/data/filter-values.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import styles from './administration.module.css';

export const spendingParams = z.object({
  monthStart: monthParam,
  monthEnd: monthParam,
  aslId: idParam,
  businessId: idParam,
  type: z.catch(z.optional(dossierType), undefined),
  by: z.catch(z.optional(z.enum(SPENDING_GROUPS)), undefined),
});

type SpendingParams = z.output<typeof spendingParams>;

export interface SpendingQuery extends SpendingParams {
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
  const others = rows.length > MAX_BARS && by !== 'month' ? rows.slice(MAX_BARS) : [];
  const points = [
    ...rows.slice(0, rows.length - others.length).map((row) => ({ label: nameOf(row), value: row.total })),
    ...(others.length > 0
      ? [
          {
            label: translate('spending:others', { n: others.length }),
            value: sum(others.map((row) => row.total)),
          },
        ]
      : []),
  ];
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
      tableProps={{ dataSource: rows, loading: false, pagination: { pageSize: PAGE_SIZES[0] ?? 0 } }}
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
export function SpendingFigures({ query }: { readonly query: SpendingQuery }) {
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
