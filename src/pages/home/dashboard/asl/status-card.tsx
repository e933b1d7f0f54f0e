import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import { ChartCard } from '../parts/figures-card.tsx';
import { chipOf } from '#src/components/status-chip/statuses.ts';
import type { StatusOrders } from './order-figures.ts';

interface StatusCardProps {
  readonly title: string;
  readonly statuses: readonly StatusOrders[];
  /** The URL of the orders in a status. */
  readonly hrefOf: (status: string | undefined) => string | undefined;
  readonly notes: readonly string[];
}

/** Orders by status on the bus, including rejected ones. */
export function StatusCard({ title, statuses, hrefOf, notes }: StatusCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.orders');
  const rows = useMemo(
    () =>
      statuses.map(({ status, ...stats }) => ({
        ...stats,
        to: hrefOf(status),
        name:
          status === undefined
            ? translate('dashboard:orders.unnamedStatus')
            : chipOf('esbOrder', status, translate).label,
      })),
    [statuses, hrefOf, translate],
  );
  const chart = useMemo(
    (): Chart => ({
      form: 'bars',
      unit: 'count',
      name,
      points: rows.map((row) => ({ label: row.name, value: row.count, to: row.to })),
    }),
    [rows, name],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:orders.byStatusNote'), ...notes]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.status'), name, translate('dashboard:column.total')],
        rows: rows.map((row) => ({
          key: row.name,
          name: row.name,
          to: row.to,
          values: [formatCount(row.count), <Amount value={row.total} />],
        })),
      }}
    />
  );
}
