import { type Money, sum } from '#contract/rules/money.ts';
import type { Stats } from './stats.ts';

/** As many as a chart shows legibly. */
const MOST_SHOWN = 20;

/** A named share of the whole; the name is absent where the server does not tell it. */
export interface Share extends Stats {
  readonly name: string | undefined;
  /** Where what it counts is listed. */
  readonly to?: string | undefined;
}

/** The largest shares, and the sum of the others. */
export interface Shares {
  readonly largest: readonly Share[];
  /** What the others come to, and how many they are; absent when all are shown. */
  readonly others: (Stats & { readonly shares: number }) | undefined;
}

function byTotal(a: { readonly total: Money }, b: { readonly total: Money }): number {
  return b.total.cmp(a.total);
}

/** The shares by their total, the largest first; beyond twenty the rest is put together, and nothing is lost. */
export function largestFirst(shares: readonly Share[]): Shares {
  const sorted = shares.toSorted(byTotal);
  if (sorted.length <= MOST_SHOWN) return { largest: sorted, others: undefined };
  const rest = sorted.slice(MOST_SHOWN - 1);
  return {
    largest: sorted.slice(0, MOST_SHOWN - 1),
    others: {
      shares: rest.length,
      count: rest.reduce((count, share) => count + share.count, 0),
      total: sum(rest.map(({ total }) => total)),
    },
  };
}
