import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { type Day, formatMonth } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { ChartCard } from '../parts/figures-card.tsx';
import type { MonthOrders } from './order-figures.ts';

interface MonthCardProps {
  readonly title: string;
  readonly months: readonly MonthOrders[];
  /** The URL of a month's orders; undefined if no filter shows just these. */
  readonly hrefOf: (month: Day) => string | undefined;
  readonly notes: readonly string[];
}

/** Orders by month: the oldest first in the chart, this month first in the table. */
export function MonthCard({ title, months, hrefOf, notes }: MonthCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.total');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'euro',
      name,
      points: months.map(({ month, total }) => ({ label: formatMonth(month), value: total, to: hrefOf(month) })),
    }),
    [months, name, hrefOf],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:orders.rejectedNote'), ...notes]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.month'), translate('dashboard:column.orders'), name],
        rows: months.toReversed().map(({ month, count, total }) => ({
          key: month,
          name: formatMonth(month),
          to: count > 0 ? hrefOf(month) : undefined,
          values: [formatCount(count), <Amount value={total} />],
        })),
      }}
    />
  );
}
