import { type Money, sum } from '#contract/rules/money.ts';

/** How many, and what they come to in euro. */
export interface Stats {
  readonly count: number;
  readonly total: Money;
}

/** What has an amount in euro; an absent one was not told by the server and adds nothing. */
export interface Priced {
  readonly amount: Money | undefined;
}

/** Counts the rows and adds up their amounts, exactly. */
export function statsOf(rows: readonly Priced[]): Stats {
  return { count: rows.length, total: sum(rows.flatMap(({ amount }) => amount ?? [])) };
}
