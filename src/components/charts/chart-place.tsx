import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { retry } from '#src/providers/loading/retry.ts';
import { useLazy } from '#src/providers/loading/load-lazy.ts';
import { RetryButton } from '../plain/plain-button.tsx';
import styles from './charts.module.css';
import { type Chart, heightOf } from './chart.ts';

/**
 * Attempts to fetch the charts library. More would make the user wait minutes for figures that the tables have as well.
 */
const ATTEMPTS = 3;

/** Fetches the charts library. Without it the tables show the same figures. */
const loadDrawing = async () => (await retry(() => import('./plot.tsx'), ATTEMPTS)).Plot;

interface ChartPlaceProps {
  readonly chart: Chart;
  /** The same figures. */
  readonly table: ReactNode;
}

/**
 * A chart, and its table on demand: a figure is seen once. The chart is hidden from screen readers, which have the table;
 * without a chart the table is open.
 */
export function ChartPlace({ chart, table }: ChartPlaceProps) {
  const translate = useTranslate();
  const drawing = useLazy(loadDrawing);
  if (drawing.state === 'failed') {
    return (
      <>
        <div className={styles.note}>
          <p>{translate('common:chartFailed')}</p>
          <RetryButton onRetry={drawing.retry} />
        </div>
        {table}
      </>
    );
  }
  const minHeight = heightOf(chart);
  return (
    <>
      <div className={styles.chart} style={{ minHeight }} aria-hidden="true">
        {drawing.state === 'pending' ? (
          <div className="skeleton" style={{ height: minHeight }} />
        ) : (
          <drawing.part chart={chart} />
        )}
      </div>
      <details className={styles.table}>
        <summary>{translate('common:chartTable')}</summary>
        {table}
      </details>
    </>
  );
}
