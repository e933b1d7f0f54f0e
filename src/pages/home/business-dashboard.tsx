import { useTranslate } from '@refinedev/core';
import { useCallback, useMemo, useState } from 'react';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import { type Day, formatDay } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import type { Chart } from '#src/components/charts/chart.ts';
import { Amount } from '#src/components/display/value.tsx';
import { useListAddress } from '#src/components/url-state.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import { paths } from '#src/providers/paths.ts';
import { ChartCard, Counted, CutWarning, FiguresCard, FiguresFrame, FigureTiles, SharesCard } from './figure-parts.tsx';
import {
  DASHBOARD_LIST,
  dayAndMonth,
  largestFirst,
  MAX_ROWS,
  type Reading,
  readingOf,
  RECENT_PURCHASES,
  usePeriodText,
  useRomeDay,
} from './figures.ts';
import {
  type CategorySpending,
  type DaySpending,
  purchaseFigures,
  type PurchaseFigures,
  recentPeriod,
  type WeekOutcome,
} from './purchase-figures.ts';

/** Builds the URL of the purchases of these days in a status, of all categories or of one. */
type PurchaseLists = (first: Day, last: Day, status: PurchaseStatus, categoryId?: Id) => string | undefined;

/** URLs of the filtered history; undefined if the server does not support a filter (rules §1). */
function usePurchaseLists(): PurchaseLists {
  const addressOf = useListAddress(paths.purchaseHistory);
  const { filters } = useFeatures();
  const { purchases: named } = filters;
  return useCallback(
    (dateStart, dateEnd, purchaseStatusList, categoryId) => {
      const isShown = categoryId === undefined ? (named ?? []).length > 0 : named?.includes('categoryId');
      return isShown
        ? addressOf({
            purchaseStatusList,
            dateStart,
            dateEnd,
            ...(categoryId !== undefined && { categoryId: String(categoryId) }),
          })
        : undefined;
    },
    [addressOf, named],
  );
}

interface DayCardProps {
  readonly title: string;
  readonly days: readonly DaySpending[];
  readonly hrefOf: PurchaseLists;
}

/** Spending by day: the oldest first in the chart, today first in the table. */
function DayCard({ title, days, hrefOf }: DayCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.total');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'euro',
      name,
      points: days.map(({ day, total }) => ({
        label: dayAndMonth(day),
        value: total,
        to: hrefOf(day, day, 'ACTIVE'),
      })),
    }),
    [days, name, hrefOf],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:purchases.byDayNote')]}
      chart={chart}
      figures={{
        columns: [translate('dashboard:column.day'), translate('dashboard:column.purchases'), name],
        rows: days.toReversed().map(({ day, count, total }) => ({
          key: day,
          name: formatDay(day),
          to: count > 0 ? hrefOf(day, day, 'ACTIVE') : undefined,
          values: [formatCount(count), <Amount value={total} />],
        })),
      }}
    />
  );
}

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
function useRecentPurchases(): Reading<PurchaseFigures> {
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

interface WeekCardProps {
  readonly title: string;
  readonly weeks: readonly WeekOutcome[];
  readonly hrefOf: PurchaseLists;
}

/** Valid and cancelled purchases by week. */
function WeekCard({ title, weeks, hrefOf }: WeekCardProps) {
  const translate = useTranslate();
  const name = translate('dashboard:column.purchases');
  const completed = translate('dashboard:column.completed');
  const cancelled = translate('dashboard:column.cancelled');
  const chart = useMemo(
    (): Chart => ({
      form: 'columns',
      unit: 'count',
      name,
      points: weeks.flatMap((week) => {
        const { first, last } = week;
        const label = `${dayAndMonth(first)}–${dayAndMonth(last)}`;
        return [
          { label, series: completed, value: week.completed.count, to: hrefOf(first, last, 'ACTIVE') },
          { label, series: cancelled, value: week.cancelled.count, to: hrefOf(first, last, 'CANCELLED') },
        ];
      }),
    }),
    [weeks, name, completed, cancelled, hrefOf],
  );
  return (
    <ChartCard
      title={title}
      notes={[translate('dashboard:purchases.byWeekNote')]}
      chart={chart}
      figures={{
        columns: [
          translate('dashboard:column.week'),
          completed,
          cancelled,
          translate('dashboard:column.cancelledTotal'),
        ],
        rows: weeks.toReversed().map((week) => ({
          key: week.first,
          name: `${dayAndMonth(week.first)} – ${dayAndMonth(week.last)}`,
          values: [
            <Counted to={week.completed.count > 0 ? hrefOf(week.first, week.last, 'ACTIVE') : undefined}>
              {formatCount(week.completed.count)}
            </Counted>,
            <Counted to={week.cancelled.count > 0 ? hrefOf(week.first, week.last, 'CANCELLED') : undefined}>
              {formatCount(week.cancelled.count)}
            </Counted>,
            <Amount value={week.cancelled.total} />,
          ],
        })),
      }}
    />
  );
}

interface CategoryCardProps {
  readonly title: string;
  readonly categories: readonly CategorySpending[] | undefined;
  /** The URL of a category's purchases. */
  readonly hrefOf: (categoryId: Id) => string | undefined;
}

/** Spending by product category, or a note if the server sends no categories. */
function CategoryCard({ title, categories, hrefOf }: CategoryCardProps) {
  const translate = useTranslate();
  const shares = useMemo(
    () =>
      categories &&
      largestFirst(
        categories.map(({ categoryId, ...share }) => ({
          ...share,
          to: categoryId === undefined ? undefined : hrefOf(categoryId),
        })),
      ),
    [categories, hrefOf],
  );
  if (!shares) return <FiguresCard title={title} notes={[translate('dashboard:purchases.noCategory')]} />;
  return (
    <SharesCard
      title={title}
      notes={[translate('dashboard:purchases.byCategoryNote')]}
      shares={shares}
      columns={[
        translate('dashboard:column.category'),
        translate('dashboard:column.lines'),
        translate('dashboard:column.total'),
      ]}
      unnamed={translate('dashboard:purchases.unnamedCategory')}
    />
  );
}

function BusinessFigures({ figures }: { readonly figures: PurchaseFigures }) {
  const translate = useTranslate();
  const { coverage, today, period, cancelled, days, categories, weeks } = figures;
  const periodText = usePeriodText('purchases', coverage);
  const hrefOf = usePurchaseLists();
  const last = days.at(-1)?.day ?? coverage.from;
  const ofToday = hrefOf(last, last, 'ACTIVE');
  const hrefOfCategory = useCallback(
    (categoryId: Id) => hrefOf(coverage.from, last, 'ACTIVE', categoryId),
    [hrefOf, coverage.from, last],
  );
  const ofPeriod = hrefOf(coverage.from, last, 'ACTIVE');
  const todayTiles = today
    ? [
        { label: translate('dashboard:purchases.todayCount'), value: formatCount(today.count), to: ofToday },
        { label: translate('dashboard:purchases.todayTotal'), value: <Amount value={today.total} />, to: ofToday },
      ]
    : [];
  return (
    <>
      <CutWarning of="purchases" coverage={coverage} />
      <FigureTiles
        tiles={[
          ...todayTiles,
          { label: periodText('count'), value: formatCount(period.count), to: ofPeriod },
          { label: periodText('total'), value: <Amount value={period.total} />, to: ofPeriod },
          {
            label: periodText('cancelledCount'),
            value: formatCount(cancelled.count),
            to: hrefOf(coverage.from, last, 'CANCELLED'),
          },
        ]}
      />
      <DayCard title={periodText('byDay')} days={days} hrefOf={hrefOf} />
      <CategoryCard title={periodText('byCategory')} categories={categories} hrefOf={hrefOfCategory} />
      <WeekCard title={periodText('byWeek')} weeks={weeks} hrefOf={hrefOf} />
    </>
  );
}

/** The sales of a business against vouchers in the last 30 days (§7 purchases). */
export function BusinessDashboard() {
  const translate = useTranslate();
  const reading = useRecentPurchases();
  return (
    <FiguresFrame
      reading={reading}
      emptyText={translate('dashboard:purchases.empty')}
      failureText={(message) => translate('dashboard:purchases.failure', { message })}
    >
      {(figures) => <BusinessFigures figures={figures} />}
    </FiguresFrame>
  );
}
