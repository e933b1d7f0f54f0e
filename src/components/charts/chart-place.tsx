import { useTranslate } from '@refinedev/core';
import { retry } from '#src/providers/loading/retry.ts';
import { type Lazy, useLazy } from '#src/providers/loading/use-lazy.ts';
import styles from './charts.module.css';
import { type Chart, heightOf } from './chart.ts';
import type { DrawnChart } from './drawn-chart.tsx';

/** How often the charts library is asked for: nobody is to wait two minutes for what the tables say as well. */
const ATTEMPTS = 3;

async function loadDrawing() {
  return (await retry(() => import('./drawn-chart.tsx'), ATTEMPTS)).DrawnChart;
}

/** Fetches the charts library, which draws a chart; without it the tables say the same. */
function useDrawing(): Lazy<typeof DrawnChart> {
  return useLazy(loadDrawing);
}

/** Where a chart comes to stand; for the eye only, since the table beside it says the same in words. */
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
