import { useTranslate } from '@refinedev/core';
import { retry } from '#src/providers/loading/retry.ts';
import { type Lazy, useLazy } from '#src/providers/loading/use-lazy.ts';
import styles from './charts.module.css';
import { type Chart, heightOf } from './chart.ts';
import type { Plot } from './plot.tsx';

/**
 * Attempts to fetch the charts library. More would make the user wait minutes for figures that the tables show as well.
 */
const ATTEMPTS = 3;

async function loadDrawing() {
  return (await retry(() => import('./plot.tsx'), ATTEMPTS)).Plot;
}

/** Fetches the charts library. Without it the tables show the same figures. */
function useDrawing(): Lazy<typeof Plot> {
  return useLazy(loadDrawing);
}

/** The place of a chart. Hidden from screen readers, because the table beside it has the same figures. */
export function ChartPlace({ chart }: { readonly chart: Chart }) {
  const translate = useTranslate();
  const drawing = useDrawing();
  if (drawing.state === 'failed') return <p className={styles.note}>{translate('common:chartFailed')}</p>;
  const minHeight = heightOf(chart);
  return (
    <div className={styles.chart} style={{ minHeight }} aria-hidden="true">
      {drawing.state === 'pending' ? (
        <div className="skeleton" style={{ height: minHeight }} />
      ) : (
        <drawing.part chart={chart} />
      )}
    </div>
  );
}
