import { useTranslate } from '@refinedev/core';
import { useCallback, useMemo } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { largestFirst } from '../figures/largest-first.ts';
import { CutWarning } from '../parts/cut-warning.tsx';
import { FigureTiles } from '../parts/figure-tiles.tsx';
import { FiguresCard } from '../parts/figures-card.tsx';
import { FiguresFrame } from '../parts/figures-frame.tsx';
import { SharesCard } from '../parts/shares-card.tsx';
import { usePeriodText } from '../parts/use-period-text.ts';
import { DayCard } from './day-card.tsx';
import type { CategorySpending, PurchaseFigures } from './purchase-figures.ts';
import { usePurchaseLists } from './use-purchase-lists.ts';
import { useRecentPurchases } from './use-recent-purchases.ts';
import { WeekCard } from './week-card.tsx';

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
