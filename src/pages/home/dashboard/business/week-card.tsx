import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { Amount } from '#src/components/amount/amount.tsx';
import { formatCount } from '../figures/format-count.ts';
import type { Chart } from '../charts/chart.ts';
import { dayAndMonth } from '../figures/days.ts';
import { ChartCard } from '../parts/figures-card.tsx';
import type { WeekOutcome } from './purchase-figures.ts';

interface WeekCardProps {
  readonly title: string;
  readonly weeks: readonly WeekOutcome[];
}

/** How many purchases stand and how many were cancelled, by week. */
export function WeekCard({ title, weeks }: WeekCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.purchases');
  const completed = translate('dashboard:column.completed');
  const cancelled = translate('dashboard:column.cancelled');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'count',
      name,
      points: weeks.flatMap((week) => {
        const label = `${dayAndMonth(week.first)}–${dayAndMonth(week.last)}`;
        return [
          { label, series: completed, value: week.completed.count },
          { label, series: cancelled, value: week.cancelled.count },
        ];
      }),
    }),
    [weeks, name, completed, cancelled],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:purchases.byWeekNote')]}
      chart={chart}
      figures={{
        columns: [
          translate('dashboard:column.week'),
          completed,
          cancelled,
          translate('dashboard:column.cancelledTotal'),
        ],
        rows: weeks.toReversed().map((week) => ({
          key: week.first,
          name: `${dayAndMonth(week.first)} – ${dayAndMonth(week.last)}`,
          values: [
            formatCount(week.completed.count),
            formatCount(week.cancelled.count),
            <Amount value={week.cancelled.total} />,
          ],
        })),
      }}
    />
  );
}
