import { type Money, sum } from '#contract/rules/money.ts';
import type { Stats } from './stats.ts';

/** The most bars that a chart shows legibly. */
const MAX_SHOWN = 20;

/** A named part of the whole; the name is undefined if the server does not send it. */
export interface Share extends Stats {
  readonly name: string | undefined;
  /** The URL of the list of the counted items. */
  readonly to?: string | undefined;
}

/** The largest shares, and the sum of the others. */
export interface Shares {
  readonly largest: readonly Share[];
  /** Sum and number of the other shares; undefined if all are shown. */
  readonly others: (Stats & { readonly shares: number }) | undefined;
}

function byTotal(a: { readonly total: Money }, b: { readonly total: Money }): number {
  return b.total.cmp(a.total);
}

/** Sorts the shares by total, the largest first, and adds up those after the twentieth. */
export function largestFirst(shares: readonly Share[]): Shares {
  const sorted = shares.toSorted(byTotal);
  if (sorted.length <= MAX_SHOWN) return { largest: sorted, others: undefined };
  const rest = sorted.slice(MAX_SHOWN - 1);
  return {
    largest: sorted.slice(0, MAX_SHOWN - 1),
    others: {
      shares: rest.length,
      count: rest.reduce((count, share) => count + share.count, 0),
      total: sum(rest.map(({ total }) => total)),
    },
  };
}
