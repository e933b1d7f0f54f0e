import { useTranslate } from '@refinedev/core';
import { useCallback, useMemo } from 'react';
import { amcOrder, ESB_STATUSES, type EsbStatus, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { type Day, formatMonth, monthOf } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import type { Chart } from '#src/components/charts/chart.ts';
import { chipOf, isRejected, NOT_REJECTED } from '#src/components/display/statuses.ts';
import { Amount } from '#src/components/display/value.tsx';
import { useListAddress } from '#src/components/url-state.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import { paths } from '#src/providers/paths.ts';
import { ChartCard, CutWarning, FiguresFrame, FigureTiles, SharesCard } from './figure-parts.tsx';
import {
  DASHBOARD_LIST,
  largestFirst,
  MAX_ROWS,
  type Reading,
  readingOf,
  usePeriodText,
  useRomeDay,
} from './figures.ts';
import { type MonthOrders, orderFigures, type OrderFigures, orderPeriod, type StatusOrders } from './order-figures.ts';

interface MonthCardProps {
  readonly title: string;
  readonly months: readonly MonthOrders[];
  /** The URL of a month's orders; undefined if no filter shows just these. */
  readonly hrefOf: (month: Day) => string | undefined;
  readonly notes: readonly string[];
}

/** Orders by month: the oldest first in the chart, this month first in the table. */
function MonthCard({ title, months, hrefOf, notes }: MonthCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.total');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'euro',
      name,
      points: months.map(({ month, total }) => ({ label: formatMonth(month), value: total, to: hrefOf(month) })),
    }),
    [months, name, hrefOf],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:orders.rejectedNote'), ...notes]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.month'), translate('dashboard:column.orders'), name],
        rows: months.toReversed().map(({ month, count, total }) => ({
          key: month,
          name: formatMonth(month),
          to: count > 0 ? hrefOf(month) : undefined,
          values: [formatCount(count), <Amount value={total} />],
        })),
      }}
    />
  );
}

interface StatusCardProps {
  readonly title: string;
  readonly statuses: readonly StatusOrders[];
  /** The URL of the orders in a status. */
  readonly hrefOf: (status: string | undefined) => string | undefined;
  readonly notes: readonly string[];
}

/** Orders by status on the bus, including rejected ones. */
function StatusCard({ title, statuses, hrefOf, notes }: StatusCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.orders');
  const rows = useMemo(
    () =>
      statuses.map(({ status, ...stats }) => ({
        ...stats,
        to: hrefOf(status),
        name:
          status === undefined
            ? translate('dashboard:orders.unnamedStatus')
            : chipOf('esbOrder', status, translate).label,
      })),
    [statuses, hrefOf, translate],
  );
  const chart = useMemo(
    (): Chart => ({
      form: 'bars',
      unit: 'count',
      name,
      points: rows.map((row) => ({ label: row.name, value: row.count, to: row.to })),
    }),
    [rows, name],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:orders.byStatusNote'), ...notes]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.status'), name, translate('dashboard:column.total')],
        rows: rows.map((row) => ({
          key: row.name,
          name: row.name,
          to: row.to,
          values: [formatCount(row.count), <Amount value={row.total} />],
        })),
      }}
    />
  );
}

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
