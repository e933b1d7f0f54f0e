import { useMemo } from 'react';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { amcOrder } from '#contract/entities/amc-order.ts';
import type { Id } from '#contract/wire.ts';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { MOST_ROWS } from '../figures/coverage.ts';
import { type Reading, readingOf } from '../parts/reading.ts';
import { useRomeDay } from '../use-rome-day.ts';
import { type OrderFigures, orderFigures, orderPeriod } from './order-figures.ts';

const RECENT_ORDERS = { call: searchAmcOrders, collection: 'orders', row: amcOrder } as const;

/** The figures of the last twelve months, of one search of at most 1,000 orders that the health authority pays (§7). */
export function useRecentOrders(aslId: Id | undefined): Reading<OrderFigures> {
  const today = useRomeDay();
  const query = { aslId, ...orderPeriod(today), page: 0, size: MOST_ROWS, sort: 'createTime,desc' };
  const list = useLongList(RECENT_ORDERS, { query }, { attempt: 0 });
  const { rows, total = 0 } = list.data ?? {};
  const figures = useMemo(() => rows && orderFigures(rows, total, today), [rows, total, today]);
  return readingOf(list, figures ? (figures.statuses.length > 0 ? figures : undefined) : null);
}
