import { useTranslate } from '@refinedev/core';
import { memo, useMemo } from 'react';
import { amcOrder, ESB_STATUSES, type EsbStatus, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { type Day, formatMonth, monthOf } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { chipOf, isRejected, NOT_REJECTED } from '#src/components/display/statuses.ts';
import { useListAddress } from '#src/components/url-state.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import { paths } from '#src/providers/paths.ts';
import { CutWarning, FiguresFrame, FigureTiles, SharesCard, StatsCard } from './figure-parts.tsx';
import { DASHBOARD_LIST, MAX_ROWS, usePeriodText, useRomeDay } from './figures.ts';
import { orderFigures, type OrderFigures, orderPeriod } from './order-figures.ts';

const RECENT_ORDERS = { call: searchAmcOrders, collection: 'orders', row: amcOrder } as const;

/** Whether the list can be filtered by this status: not by an unknown value. */
function isKnown(status: string | undefined): status is EsbStatus {
  return ESB_STATUSES.some((known) => known === status);
}

/** Rendered again only with other figures, because the charts are slow to draw. */
const AslFigures = memo(function AslFigures({ figures }: { readonly figures: OrderFigures }) {
  const translate = useTranslate();
  const { coverage, until, thisMonth, period, months, businesses, statuses, undated, unpriced } = figures;
  const { from } = coverage;
  const periodText = usePeriodText('orders', coverage);
  const addressOf = useListAddress(paths.amcOrderSummary);
  const { filters: named } = useFeatures();
  const hasStatusFilter = named['amc-orders']?.includes('esbStatus') ?? false;
  const hasRejected = statuses.some(({ status }) => isRejected(status));
  const areListed = hasStatusFilter && statuses.every(({ status }) => isKnown(status));
  const wholePeriod = { dateStart: from, dateEnd: until };
  // A list with dates would not show orders without a date.
  const isDated = undated === 0;

  /** The list of the orders that are not rejected; undefined if no filter shows just these. */
  function notRejectedList(filters: Readonly<Record<string, string>>): string | undefined {
    if (!hasRejected) return addressOf(filters);
    return areListed ? addressOf({ esbStatus: NOT_REJECTED, ...filters }) : undefined;
  }
  function monthList(day: Day): string | undefined {
    const { first, last } = monthOf(day);
    return notRejectedList({ dateStart: first < from ? from : first, dateEnd: last > until ? until : last });
  }
  function statusList(esbStatus: string | undefined): string | undefined {
    const isShown = isDated && hasStatusFilter && isKnown(esbStatus);
    return isShown ? addressOf({ esbStatus, ...wholePeriod }) : undefined;
  }
  function periodList(filters: Readonly<Record<string, string>>): string | undefined {
    return isDated ? notRejectedList({ ...filters, ...wholePeriod }) : undefined;
  }

  const ofMonth = monthList(until);
  const ofPeriod = periodList({});
  const rejectedNote = translate('dashboard:orders.rejectedNote');
  const monthTiles = thisMonth
    ? [
        { label: translate('dashboard:orders.monthCount'), value: thisMonth.count, to: ofMonth },
        { label: translate('dashboard:orders.monthTotal'), value: thisMonth.total, to: ofMonth },
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
          { label: periodText('count'), value: period.count, to: ofPeriod },
          { label: periodText('total'), value: period.total, to: ofPeriod },
        ]}
      />
      <StatsCard
        title={periodText('byMonth')}
        notes={[...undatedNotes, ...unpricedNotes]}
        form="columns"
        unit="euro"
        columns={['month', 'orders', 'total']}
        parts={months.map(({ month, ...stats }) => ({ ...stats, name: formatMonth(month), to: monthList(month) }))}
      />
      <SharesCard
        title={periodText('byBusiness')}
        notes={unpricedNotes}
        parts={businesses.map(({ businessId, name, ...stats }) => ({
          ...stats,
          name: name ?? translate('dashboard:orders.unnamedBusiness'),
          to: businessId === undefined ? undefined : periodList({ businessId: String(businessId) }),
        }))}
        columns={['business', 'orders', 'total']}
      />
      <StatsCard
        title={periodText('byStatus')}
        notes={[translate('dashboard:orders.byStatusNote'), ...unpricedNotes]}
        form="bars"
        unit="count"
        columns={['status', 'orders', 'total']}
        parts={statuses.map(({ status, ...stats }) => ({
          ...stats,
          name:
            status === undefined
              ? translate('dashboard:orders.unnamedStatus')
              : chipOf('esbOrder', status, translate).label,
          to: statusList(status),
        }))}
      />
    </>
  );
});

/**
 * The AMC orders of the last twelve months that a health authority pays (§7 amc orders), from one search of at most 1,000
 * orders.
 */
export function AslDashboard({ aslId }: { readonly aslId: Id | undefined }) {
  const today = useRomeDay();
  const query = { aslId, ...orderPeriod(today), page: 0, size: MAX_ROWS, sort: 'createTime,desc' };
  const list = useLongList(RECENT_ORDERS, { query }, DASHBOARD_LIST);
  const { rows, total = 0, hasMore } = list.data ?? {};
  const figures = useMemo(() => rows && orderFigures(rows, total, today, hasMore), [rows, total, today, hasMore]);
  return (
    <FiguresFrame of="orders" query={list} figures={figures?.statuses.length === 0 ? null : figures}>
      {(shown) => <AslFigures figures={shown} />}
    </FiguresFrame>
  );
}
