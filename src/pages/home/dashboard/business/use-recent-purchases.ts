import { useMemo, useState } from 'react';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { MOST_ROWS } from '../figures/coverage.ts';
import { DASHBOARD_LIST, type Reading, readingOf } from '../parts/reading.ts';
import { useRomeDay } from '../use-rome-day.ts';
import { RECENT_PURCHASES } from './purchase-facts.ts';
import { type PurchaseFigures, purchaseFigures, recentPeriod } from './purchase-figures.ts';

const NEWEST = { page: 0, size: MOST_ROWS, sort: 'createTime,desc' } as const;
const REFUSED = 400;

function hasPurchases({ period, cancelled }: PurchaseFigures): boolean {
  return period.count + cancelled.count > 0;
}

/**
 * The figures of the last 30 days, of one search of at most 1,000 purchases. §7 names the dates only together with
 * filters that leave out what was cancelled or ordered; a server that refuses them alone is asked for its newest
 * purchases, of which those of the period count.
 */
export function useRecentPurchases(): Reading<PurchaseFigures> {
  const today = useRomeDay();
  const [takesDates, setTakesDates] = useState(true);
  const list = useLongList(
    RECENT_PURCHASES,
    { query: takesDates ? { ...recentPeriod(today), ...NEWEST } : NEWEST },
    DASHBOARD_LIST,
  );
  if (takesDates && list.error?.status === REFUSED) setTakesDates(false);
  const { rows, total = 0 } = list.data ?? {};
  const figures = useMemo(() => rows && purchaseFigures(rows, total, today), [rows, total, today]);
  return readingOf(list, figures ? (hasPurchases(figures) ? figures : undefined) : null);
}
