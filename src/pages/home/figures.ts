import { useTranslate } from '@refinedev/core';
import { useSyncExternalStore } from 'react';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { now, today } from '#contract/rules/clock.ts';
import { addDays, type Day, endOfDay, formatDay } from '#contract/rules/dates.ts';
import { type Money, sum } from '#contract/rules/money.ts';
import { amount, id, optional, optionalListOf, type Read, record, text, timestamp } from '#contract/wire.ts';
import type { LongListAnswer } from '#src/providers/api/use-long-list.ts';

/** Calls back at midnight in Rome, and when the page becomes visible again. */
function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(onMidnight, endOfDay(today()).getTime() - now().getTime());
  };
  const onMidnight = () => {
    onChange();
    wait();
  };
  wait();
  document.addEventListener('visibilitychange', onChange);
  window.addEventListener('focus', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('focus', onChange);
  };
}

/** Today in Europe/Rome, also after midnight in an open page. */
export function useRomeDay(): Day {
  return useSyncExternalStore(subscribe, today);
}

const category = record({ categoryId: optional(id), name: optional(text) });
const line = record({
  totalPrice: optional(amount),
  product: optional(record({ categories: optionalListOf(category) })),
});

/** The fields that the dashboard reads. The lines are read only for their categories, and a server may omit them. */
const dashboardPurchase = record({
  createTime: timestamp,
  itemsAmount: amount,
  status: text,
  items: optionalListOf(line),
});
export type DashboardPurchase = Read<typeof dashboardPurchase>;

/** The list of purchases for the dashboard, with few fields. */
export const RECENT_PURCHASES = { call: searchPurchases, collection: 'purchases', row: dashboardPurchase } as const;

/** The most rows that the dashboard reads. It shows a note if there are more. */
export const MAX_ROWS = 1000;

/** The part of the period that the read rows cover. */
export interface Coverage {
  /** The first day of the figures. */
  readonly from: Day;
  /** The first day whose rows have all been read. Later than `from` only if all rows are of one day. */
  readonly wholeFrom: Day;
  /** Number of read rows and of all rows; undefined if all rows of the period have been read. */
  readonly cut: { readonly read: number; readonly total: number; readonly hasMore: boolean } | undefined;
}

/**
 * The newest rows come first, so missing rows are the oldest. The day of the oldest row may be incomplete, and earlier
 * days are unknown. The figures start with the next day.
 * @param days the day of each row that has one
 * @param total number of rows on the server, and whether there are more, which it has not counted
 * @param read number of rows in the response
 * @param wanted the first day of the period
 */
export function coverageOf(
  days: readonly Day[],
  { total, hasMore = false }: Pick<LongListAnswer<unknown>, 'total' | 'hasMore'>,
  read: number,
  wanted: Day,
): Coverage {
  const oldest = days.reduce((least, day) => (day < least ? day : least), days[0] ?? wanted);
  if ((total <= read && !hasMore) || oldest < wanted) return { from: wanted, wholeFrom: wanted, cut: undefined };
  const wholeFrom = addDays(oldest, 1);
  const isOneDay = days.length > 0 && days.every((day) => day === oldest);
  return { from: isOneDay ? oldest : wholeFrom, wholeFrom, cut: { read, total, hasMore } };
}

/** A count, and a total in euro. */
export interface Stats {
  readonly count: number;
  readonly total: Money;
}

/** Counts the rows and adds up their amounts exactly. One that the server did not send counts as 0. */
export function statsOf(rows: readonly { readonly amount: Money | undefined }[]): Stats {
  return { count: rows.length, total: sum(rows.flatMap(({ amount }) => amount ?? [])) };
}

/** A day as `dd/MM`, short enough for a column's label. */
export function dayAndMonth(day: Day): string {
  return formatDay(day).slice(0, 5);
}

/** The most bars that a chart shows legibly. */
const MAX_SHOWN = 20;

/** Sorts the shares by total, the largest first, and adds up those after the twentieth. */
export function largestFirst<Share extends Stats>(shares: readonly Share[]) {
  const sorted = shares.toSorted((a, b) => b.total.cmp(a.total));
  if (sorted.length <= MAX_SHOWN) return { largest: sorted };
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

/** Options of the dashboard's reads. Only the place of the figures shows a failure, with its trace id. */
export const DASHBOARD_LIST = { attempt: 0, alerts: 'expiry-only' } as const;

/** The texts that name the period: the whole one, or from the first day with figures. */
export function usePeriodText(of: 'purchases' | 'orders', { from, cut }: Coverage): (name: string) => string {
  const translate = useTranslate();
  const period = cut ? 'since' : 'whole';
  return (name) => translate(`dashboard:${of}.${period}.${name}`, { from: formatDay(from) });
}
