import { type Late, useLate } from '#src/providers/loading/use-late.ts';
import type { DrawnChart } from './drawn-chart.tsx';

async function loadDrawing() {
  return (await import('./drawn-chart.tsx')).DrawnChart;
}

/** Fetches the charts library, which draws a chart; without it the tables say the same. */
export function useDrawing(): Late<typeof DrawnChart> {
  return useLate(loadDrawing);
}
