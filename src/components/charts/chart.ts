import type { Money } from '#contract/rules/money.ts';

/** A value to draw, under its label; `series` where several stand on each other. */
export interface ChartPoint {
  readonly label: string;
  readonly value: Money | number;
  readonly series?: string;
  /** Where a click on it leads; for the keyboard the table has the same link. */
  readonly to?: string | undefined;
}

/** A chart, before anything is known of how it is drawn. */
export interface Chart {
  /** `columns` for what follows in time, `bars` for what is compared by name. */
  readonly form: 'columns' | 'bars';
  /** Euro, or how many. */
  readonly unit: 'euro' | 'count';
  /** What the values are, for who points at one. */
  readonly name: string;
  readonly points: readonly ChartPoint[];
}

const COLUMNS_HEIGHT = 280;
const BAR_HEIGHT = 34;
const BARS_MARGIN = 48;

/** Its height in px, known before it is drawn, so that nothing moves then. */
export function heightOf({ form, points }: Chart): number {
  return form === 'columns' ? COLUMNS_HEIGHT : points.length * BAR_HEIGHT + BARS_MARGIN;
}
