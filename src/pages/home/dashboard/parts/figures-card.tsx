import type { ReactNode } from 'react';
import { ChartPlace } from '#src/components/charts/chart-place.tsx';
import { type Chart, heightOf } from '#src/components/charts/chart.ts';
import styles from '../dashboard.module.css';
import { type Figures, FiguresTable } from './figures-table.tsx';

interface FiguresCardProps {
  readonly title: string;
  /** What the figures include and exclude, and what the server does not send. */
  readonly notes: readonly string[];
  readonly children?: ReactNode;
}

export function FiguresCard({ title, notes, children }: FiguresCardProps) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {children}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </section>
  );
}

interface ChartCardProps extends Omit<FiguresCardProps, 'children'> {
  readonly chart: Chart;
  readonly figures: Figures;
}

export function ChartCard({ title, notes, chart, figures }: ChartCardProps) {
  return (
    <FiguresCard title={title} notes={notes}>
      <div className={styles.pair}>
        <ChartPlace chart={chart} />
        <FiguresTable label={title} figures={figures} chartHeight={heightOf(chart)} />
      </div>
    </FiguresCard>
  );
}
