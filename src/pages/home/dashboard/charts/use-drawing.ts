import { useEffect, useState } from 'react';
import { loadLate } from '#src/providers/loading/load-late.ts';
import type { DrawnChart } from './drawn-chart.tsx';

/** What draws a chart: not there yet, there, or not to be had. */
export type Drawing = { readonly DrawnChart: typeof DrawnChart } | 'loading' | 'failed';

/** Fetches the charts library; without it the tables say the same. */
export function useDrawing(): Drawing {
  const [drawing, setDrawing] = useState<Drawing>('loading');
  useEffect(() => {
    let isWanted = true;
    const become = (next: Drawing) => {
      if (isWanted) setDrawing(next);
    };
    loadLate(() => import('./drawn-chart.tsx')).then(become, () => become('failed'));
    return () => {
      isWanted = false;
    };
  }, []);
  return drawing;
}
