import { type Money, sum } from '#contract/rules/money.ts';

/** A count, and a total in euro. */
export interface Stats {
  readonly count: number;
  readonly total: Money;
}

/** An amount in euro; undefined if the server did not send it, which counts as 0. */
export interface Priced {
  readonly amount: Money | undefined;
}

/** Counts the rows and adds up their amounts exactly. */
export function statsOf(rows: readonly Priced[]): Stats {
  return { count: rows.length, total: sum(rows.flatMap(({ amount }) => amount ?? [])) };
}
