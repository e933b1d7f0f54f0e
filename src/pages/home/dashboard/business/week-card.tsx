import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { dayAndMonth } from '../figures/days.ts';
import { ChartCard } from '../parts/figures-card.tsx';
import { Counted } from '../parts/counted.tsx';
import type { WeekOutcome } from './purchase-figures.ts';
import type { PurchaseLists } from './use-purchase-lists.ts';

interface WeekCardProps {
  readonly title: string;
  readonly weeks: readonly WeekOutcome[];
  readonly hrefOf: PurchaseLists;
}

/** Valid and cancelled purchases by week. */
export function WeekCard({ title, weeks, hrefOf }: WeekCardProps) {
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
        const { first, last } = week;
        const label = `${dayAndMonth(first)}–${dayAndMonth(last)}`;
        return [
          { label, series: completed, value: week.completed.count, to: hrefOf(first, last, 'ACTIVE') },
          { label, series: cancelled, value: week.cancelled.count, to: hrefOf(first, last, 'CANCELLED') },
        ];
      }),
    }),
    [weeks, name, completed, cancelled, hrefOf],
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
            <Counted to={week.completed.count > 0 ? hrefOf(week.first, week.last, 'ACTIVE') : undefined}>
              {formatCount(week.completed.count)}
            </Counted>,
            <Counted to={week.cancelled.count > 0 ? hrefOf(week.first, week.last, 'CANCELLED') : undefined}>
              {formatCount(week.cancelled.count)}
            </Counted>,
            <Amount value={week.cancelled.total} />,
          ],
        })),
      }}
    />
  );
}
