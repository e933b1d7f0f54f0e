import { useMemo, useState } from 'react';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { MAX_ROWS } from '../figures/coverage.ts';
import { DASHBOARD_LIST, type Reading, readingOf } from '../parts/reading.ts';
import { useRomeDay } from '../use-rome-day.ts';
import { RECENT_PURCHASES } from './purchase-facts.ts';
import { type PurchaseFigures, purchaseFigures, recentPeriod } from './purchase-figures.ts';

const NEWEST = { page: 0, size: MAX_ROWS, sort: 'createTime,desc' } as const;
const REFUSED = 400;

function hasPurchases({ period, cancelled }: PurchaseFigures): boolean {
  return period.count + cancelled.count > 0;
}

/**
 * The figures of the last 30 days, from one search of at most 1,000 purchases. §7 has the dates only together with
 * filters that exclude cancelled and ordered purchases. If a server refuses the dates alone, the newest purchases are
 * read and those outside the period ignored.
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
