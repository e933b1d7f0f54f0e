import type { Money } from '#contract/rules/money.ts';

/** One value of a chart. `series` is set in a stacked chart. */
interface ChartPoint {
  readonly label: string;
  readonly value: Money | number;
  readonly series?: string;
  /** The target of a click. The table has the same link for the keyboard. */
  readonly to?: string | undefined;
}

export interface Chart {
  /** `columns` for values over time, `bars` for values compared by name. */
  readonly form: 'columns' | 'bars';
  /** Euro, or a number of things. */
  readonly unit: 'euro' | 'count';
  /** Name of the values, shown in the tooltip. */
  readonly name: string;
  readonly points: readonly ChartPoint[];
}

const COLUMNS_HEIGHT = 280;
const BAR_HEIGHT = 34;
const BARS_MARGIN = 48;

/** Height of a chart in px. It is known before the chart renders, so that the page does not move. */
export function heightOf({ form, points }: Chart): number {
  return form === 'columns' ? COLUMNS_HEIGHT : points.length * BAR_HEIGHT + BARS_MARGIN;
}
