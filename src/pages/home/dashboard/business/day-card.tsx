import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { formatDay } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { dayAndMonth } from '../figures/days.ts';
import { ChartCard } from '../parts/figures-card.tsx';
import type { DaySpending } from './purchase-figures.ts';
import type { PurchaseLists } from './use-purchase-lists.ts';

interface DayCardProps {
  readonly title: string;
  readonly days: readonly DaySpending[];
  readonly hrefOf: PurchaseLists;
}

/** Spending by day: the oldest first in the chart, today first in the table. */
export function DayCard({ title, days, hrefOf }: DayCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.total');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'euro',
      name,
      points: days.map(({ day, total }) => ({
        label: dayAndMonth(day),
        value: total,
        to: hrefOf(day, day, 'ACTIVE'),
      })),
    }),
    [days, name, hrefOf],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:purchases.byDayNote')]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.day'), translate('dashboard:column.purchases'), name],
        rows: days.toReversed().map(({ day, count, total }) => ({
          key: day,
          name: formatDay(day),
          to: count > 0 ? hrefOf(day, day, 'ACTIVE') : undefined,
          values: [formatCount(count), <Amount value={total} />],
        })),
      }}
    />
  );
}
