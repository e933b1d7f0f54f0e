import { useTranslate } from '@refinedev/core';
import { retry } from '#src/providers/loading/retry.ts';
import { useLazy } from '#src/providers/loading/use-lazy.ts';
import { RetryButton } from '../plain/retry-button.tsx';
import styles from './charts.module.css';
import { type Chart, heightOf } from './chart.ts';

/**
 * Attempts to fetch the charts library. More would make the user wait minutes for figures that the tables show as well.
 */
const ATTEMPTS = 3;

/** Fetches the charts library. Without it the tables show the same figures. */
async function loadDrawing() {
  return (await retry(() => import('./plot.tsx'), ATTEMPTS)).Plot;
}

/** The place of a chart. Hidden from screen readers, because the table beside it has the same figures. */
export function ChartPlace({ chart }: { readonly chart: Chart }) {
  const translate = useTranslate();
  const drawing = useLazy(loadDrawing);
  if (drawing.state === 'failed') {
    return (
      <div className={styles.note}>
        <p>{translate('common:chartFailed')}</p>
        <RetryButton onRetry={drawing.retry} />
      </div>
    );
  }
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
