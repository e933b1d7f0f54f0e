import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import type { Money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Chart } from '#src/components/charts/chart.ts';
import type { Shares } from '../figures/largest-first.ts';
import { ChartCard } from './figures-card.tsx';

interface SharesCardProps {
  readonly title: string;
  readonly notes: readonly string[];
  readonly shares: Shares;
  /** Headings of the three columns: name, count and total. */
  readonly columns: readonly [string, string, string];
  /** Shown for a name that the server does not send. */
  readonly unnamed: string;
}

interface Row {
  readonly name: string;
  readonly to?: string | undefined;
  readonly count: number;
  readonly total: Money;
}

/** Shares of a total, the largest first, the smallest added up. */
export function SharesCard({ title, notes, shares, columns, unnamed }: SharesCardProps) {
  const translate = useTranslate();
  const name = columns[2];
  const rows = useMemo((): readonly Row[] => {
    const { largest, others } = shares;
    const named = largest.map((share) => ({ ...share, name: share.name ?? unnamed }));
    return others ? [...named, { ...others, name: translate('dashboard:others', { n: others.shares }) }] : named;
  }, [shares, unnamed, translate]);
  const chart = useMemo(
    (): Chart => ({
      form: 'bars',
      unit: 'euro',
      name,
      points: rows.map((row) => ({ label: row.name, value: row.total, to: row.to })),
    }),
    [rows, name],
  );
  return (
    <ChartCard
      title={title}
      notes={notes}
      chart={chart}
      figures={{
        columns,
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
