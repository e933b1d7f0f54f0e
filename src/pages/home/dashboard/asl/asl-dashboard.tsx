import { useTranslate } from '@refinedev/core';
import { useCallback, useMemo } from 'react';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { ESB_STATUSES, type EsbStatus, amcOrder } from '#contract/entities/amc-order.ts';
import { type Day, monthOf } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { NOT_REJECTED } from '#src/components/status-chip/status-filters.ts';
import { isRejected } from '#src/components/status-chip/statuses.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { paths } from '#src/providers/paths.ts';
import { MAX_ROWS } from '../figures/coverage.ts';
import { largestFirst } from '../figures/largest-first.ts';
import { CutWarning } from '../parts/cut-warning.tsx';
import { FigureTiles } from '../parts/figure-tiles.tsx';
import { FiguresFrame } from '../parts/figures-frame.tsx';
import { DASHBOARD_LIST, type Reading, readingOf } from '../parts/reading.ts';
import { SharesCard } from '../parts/shares-card.tsx';
import { useListAddress } from '#src/hooks/use-list-address.ts';
import { usePeriodText } from '../parts/use-period-text.ts';
import { useRomeDay } from '../use-rome-day.ts';
import { MonthCard } from './month-card.tsx';
import { type OrderFigures, orderFigures, orderPeriod } from './order-figures.ts';
import { StatusCard } from './status-card.tsx';

const RECENT_ORDERS = { call: searchAmcOrders, collection: 'orders', row: amcOrder } as const;

/**
 * The figures of the last twelve months, from one search of at most 1,000 orders that the health authority pays (§7).
 */
function useRecentOrders(aslId: Id | undefined): Reading<OrderFigures> {
  const today = useRomeDay();
  const query = { aslId, ...orderPeriod(today), page: 0, size: MAX_ROWS, sort: 'createTime,desc' };
  const list = useLongList(RECENT_ORDERS, { query }, DASHBOARD_LIST);
  const { rows, total = 0 } = list.data ?? {};
  const figures = useMemo(() => rows && orderFigures(rows, total, today), [rows, total, today]);
  return readingOf(list, figures ? (figures.statuses.length > 0 ? figures : undefined) : null);
}

/** Whether the list can be filtered by this status: not by an unknown value. */
function isKnown(status: string | undefined): status is EsbStatus {
  return ESB_STATUSES.some((known) => known === status);
}

function AslFigures({ figures }: { readonly figures: OrderFigures }) {
  const translate = useTranslate();
  const { coverage, until, thisMonth, period, months, businesses, statuses, undated, unpriced } = figures;
  const { from } = coverage;
  const periodText = usePeriodText('orders', coverage);
  const addressOf = useListAddress(paths.amcOrderSummary);
  const { filters: named } = useFeatures();
  const hasStatusFilter = named['amc-orders']?.includes('esbStatus') ?? false;
  const hasRejected = statuses.some(({ status }) => isRejected(status));
  const areListed = hasStatusFilter && statuses.every(({ status }) => isKnown(status));
  /** The list of the orders that are not rejected; undefined if no filter shows just these. */
  const notRejectedList = useCallback(
    (filters: Readonly<Record<string, string>>) => {
      if (!hasRejected) return addressOf(filters);
      return areListed ? addressOf({ esbStatus: NOT_REJECTED, ...filters }) : undefined;
    },
    [addressOf, hasRejected, areListed],
  );
  const monthList = useCallback(
    (day: Day) => {
      const { first, last } = monthOf(day);
      return notRejectedList({ dateStart: first < from ? from : first, dateEnd: last > until ? until : last });
    },
    [notRejectedList, from, until],
  );
  // A list with dates would not show orders without a date.
  const isDated = undated === 0;
  const statusList = useCallback(
    (esbStatus: string | undefined) =>
      isDated && hasStatusFilter && isKnown(esbStatus)
        ? addressOf({ esbStatus, dateStart: from, dateEnd: until })
        : undefined,
    [addressOf, isDated, hasStatusFilter, from, until],
  );
  const shares = useMemo(
    () =>
      largestFirst(
        businesses.map(({ businessId, ...share }) => ({
          ...share,
          ...(isDated &&
            businessId !== undefined && {
              to: notRejectedList({ businessId: String(businessId), dateStart: from, dateEnd: until }),
            }),
        })),
      ),
    [businesses, isDated, notRejectedList, from, until],
  );
  const ofMonth = monthList(until);
  const ofPeriod = isDated ? notRejectedList({ dateStart: from, dateEnd: until }) : undefined;
  const rejectedNote = translate('dashboard:orders.rejectedNote');
  const monthTiles = thisMonth
    ? [
        { label: translate('dashboard:orders.monthCount'), value: formatCount(thisMonth.count), to: ofMonth },
        { label: translate('dashboard:orders.monthTotal'), value: <Amount value={thisMonth.total} />, to: ofMonth },
      ]
    : [];
  const unpricedNotes = unpriced > 0 ? [translate('dashboard:orders.unpriced', { n: formatCount(unpriced) })] : [];
  const undatedNotes = undated > 0 ? [translate('dashboard:orders.undated', { n: formatCount(undated) })] : [];
  return (
    <>
      <CutWarning of="orders" coverage={coverage} />
      <FigureTiles
        note={rejectedNote}
        tiles={[
          ...monthTiles,
          { label: periodText('count'), value: formatCount(period.count), to: ofPeriod },
          { label: periodText('total'), value: <Amount value={period.total} />, to: ofPeriod },
        ]}
      />
      <MonthCard
        title={periodText('byMonth')}
        months={months}
        hrefOf={monthList}
        notes={[...undatedNotes, ...unpricedNotes]}
      />
      <SharesCard
        title={periodText('byBusiness')}
        notes={[rejectedNote, ...unpricedNotes]}
        shares={shares}
        columns={[
          translate('dashboard:column.business'),
          translate('dashboard:column.orders'),
          translate('dashboard:column.total'),
        ]}
        unnamed={translate('dashboard:orders.unnamedBusiness')}
      />
      <StatusCard title={periodText('byStatus')} statuses={statuses} hrefOf={statusList} notes={unpricedNotes} />
    </>
  );
}

/** The AMC orders of the last twelve months that a health authority pays (§7 amc orders). */
export function AslDashboard({ aslId }: { readonly aslId: Id | undefined }) {
  const translate = useTranslate();
  const reading = useRecentOrders(aslId);
  return (
    <FiguresFrame
      reading={reading}
      emptyText={translate('dashboard:orders.empty')}
      failureText={(message) => translate('dashboard:orders.failure', { message })}
    >
      {(figures) => <AslFigures figures={figures} />}
    </FiguresFrame>
  );
}
