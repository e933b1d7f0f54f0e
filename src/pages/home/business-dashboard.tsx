import { useTranslate } from '@refinedev/core';
import { memo, useMemo, useState } from 'react';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import { type Day, formatDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { useListAddress } from '#src/components/url-state.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import { paths } from '#src/providers/paths.ts';
import {
  ChartCard,
  CutWarning,
  FiguresCard,
  FiguresFrame,
  FigureTiles,
  SharesCard,
  StatsCard,
} from './figure-parts.tsx';
import { DASHBOARD_LIST, dayAndMonth, MAX_ROWS, RECENT_PURCHASES, usePeriodText, useRomeDay } from './figures.ts';
import { purchaseFigures, type PurchaseFigures, recentPeriod } from './purchase-figures.ts';

/**
 * Builds the URL of the purchases of these days in a status, of all categories or of one; undefined if the server does
 * not support a filter (rules §1).
 */
function usePurchaseLists() {
  const addressOf = useListAddress(paths.purchaseHistory);
  const { purchases: named = [] } = useFeatures().filters;
  return (dateStart: Day, dateEnd: Day, purchaseStatusList: PurchaseStatus, categoryId?: Id) => {
    const period = { purchaseStatusList, dateStart, dateEnd };
    if (categoryId === undefined) return named.length > 0 ? addressOf(period) : undefined;
    return named.includes('categoryId') ? addressOf({ ...period, categoryId: String(categoryId) }) : undefined;
  };
}

const NEWEST = { page: 0, size: MAX_ROWS, sort: 'createTime,desc' } as const;
const REFUSED = 400;

/** Valid and cancelled purchases by week: the oldest first in the chart, this week first in the table. */
function WeekCard({ title, weeks }: { readonly title: string; readonly weeks: PurchaseFigures['weeks'] }) {
  const translate = useTranslate();
  const hrefOf = usePurchaseLists();
  const column = (key: string) => translate(`dashboard:column.${key}`);
  const points = weeks.flatMap(({ first, last, completed, cancelled }) => {
    const label = `${dayAndMonth(first)}–${dayAndMonth(last)}`;
    return [
      { label, series: column('completed'), value: completed.count, to: hrefOf(first, last, 'ACTIVE') },
      { label, series: column('cancelled'), value: cancelled.count, to: hrefOf(first, last, 'CANCELLED') },
    ];
  });
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:purchases.byWeekNote')]}
      chart={{ form: 'columns', unit: 'count', name: column('purchases'), points }}
      columns={['week', 'completed', 'cancelled', 'cancelledTotal'].map(column)}
      rows={weeks
        .toReversed()
        .map(({ first, last, completed, cancelled }) => [
          { value: `${dayAndMonth(first)} – ${dayAndMonth(last)}` },
          { value: completed.count, to: completed.count > 0 ? hrefOf(first, last, 'ACTIVE') : undefined },
          { value: cancelled.count, to: cancelled.count > 0 ? hrefOf(first, last, 'CANCELLED') : undefined },
          { value: cancelled.total },
        ])}
    />
  );
}

/** Rendered again only with other figures, because the charts are slow to draw. */
const BusinessFigures = memo(function BusinessFigures({ figures }: { readonly figures: PurchaseFigures }) {
  const translate = useTranslate();
  const { coverage, today, period, cancelled, days, categories, weeks } = figures;
  const { from } = coverage;
  const periodText = usePeriodText('purchases', coverage);
  const hrefOf = usePurchaseLists();
  const last = days.at(-1)?.day ?? from;
  const ofToday = hrefOf(last, last, 'ACTIVE');
  const ofPeriod = hrefOf(from, last, 'ACTIVE');
  const todayTiles = today
    ? [
        { label: translate('dashboard:purchases.todayCount'), value: today.count, to: ofToday },
        { label: translate('dashboard:purchases.todayTotal'), value: today.total, to: ofToday },
      ]
    : [];
  return (
    <>
      <CutWarning of="purchases" coverage={coverage} />
      <FigureTiles
        tiles={[
          ...todayTiles,
          { label: periodText('count'), value: period.count, to: ofPeriod },
          { label: periodText('total'), value: period.total, to: ofPeriod },
          { label: periodText('cancelledCount'), value: cancelled.count, to: hrefOf(from, last, 'CANCELLED') },
        ]}
      />
      <StatsCard
        title={periodText('byDay')}
        notes={[translate('dashboard:purchases.byDayNote')]}
        form="columns"
        unit="euro"
        columns={['day', 'purchases', 'total']}
        parts={days.map(({ day, ...stats }) => ({
          ...stats,
          name: formatDay(day),
          label: dayAndMonth(day),
          to: hrefOf(day, day, 'ACTIVE'),
        }))}
      />
      {categories ? (
        <SharesCard
          title={periodText('byCategory')}
          notes={[translate('dashboard:purchases.byCategoryNote')]}
          parts={categories.map(({ categoryId, name, ...stats }) => ({
            ...stats,
            name: name ?? translate('dashboard:purchases.unnamedCategory'),
            to: categoryId === undefined ? undefined : hrefOf(from, last, 'ACTIVE', categoryId),
          }))}
          columns={['category', 'lines', 'total']}
        />
      ) : (
        <FiguresCard title={periodText('byCategory')} notes={[translate('dashboard:purchases.noCategory')]} />
      )}
      <WeekCard title={periodText('byWeek')} weeks={weeks} />
    </>
  );
});

/**
 * The sales of a business against vouchers in the last 30 days (§7 purchases), from one search of at most 1,000 purchases.
 * §7 has the dates only together with filters that exclude cancelled and ordered purchases. If a server refuses the dates
 * alone, the newest purchases are read and those outside the period ignored.
 */
export function BusinessDashboard() {
  const today = useRomeDay();
  const [takesDates, setTakesDates] = useState(true);
  const query = takesDates ? { ...recentPeriod(today), ...NEWEST } : NEWEST;
  const list = useLongList(RECENT_PURCHASES, { query }, DASHBOARD_LIST);
  if (takesDates && list.error?.status === REFUSED) setTakesDates(false);
  const { rows, total = 0 } = list.data ?? {};
  const figures = useMemo(() => rows && purchaseFigures(rows, total, today), [rows, total, today]);
  const isEmpty = figures?.period.count === 0 && figures.cancelled.count === 0;
  return (
    <FiguresFrame of="purchases" query={list} figures={isEmpty ? null : figures}>
      {(shown) => <BusinessFigures figures={shown} />}
    </FiguresFrame>
  );
}
