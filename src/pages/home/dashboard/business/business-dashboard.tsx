import { useTranslate } from '@refinedev/core';
import { formatDay } from '#contract/rules/dates.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { formatCount } from '../figures/format-count.ts';
import { FigureTiles } from '../parts/figure-tiles.tsx';
import { FiguresFrame } from '../parts/figures-frame.tsx';
import { Warning } from '../parts/warning.tsx';
import { CategoryCard } from './category-card.tsx';
import { DayCard } from './day-card.tsx';
import type { PurchaseFigures } from './purchase-figures.ts';
import { useRecentPurchases } from './use-recent-purchases.ts';
import { WeekCard } from './week-card.tsx';

function BusinessFigures({ figures }: { readonly figures: PurchaseFigures }) {
  const translate = useTranslate();
  const { coverage, today, period, cancelled, days, categories, weeks } = figures;
  return (
    <>
      {coverage.cut && (
        <Warning>
          {translate('dashboard:purchases.cut', {
            read: formatCount(coverage.cut.read),
            total: formatCount(coverage.cut.total),
            from: formatDay(coverage.from),
          })}
        </Warning>
      )}
      <FigureTiles
        tiles={[
          { label: translate('dashboard:purchases.todayCount'), value: formatCount(today.count) },
          { label: translate('dashboard:purchases.todayTotal'), value: <Amount value={today.total} /> },
          { label: translate('dashboard:purchases.periodCount'), value: formatCount(period.count) },
          { label: translate('dashboard:purchases.periodTotal'), value: <Amount value={period.total} /> },
          { label: translate('dashboard:purchases.cancelledCount'), value: formatCount(cancelled.count) },
        ]}
      />
      <DayCard days={days} />
      <CategoryCard categories={categories} />
      <WeekCard weeks={weeks} />
    </>
  );
}

/** What a shop has sold against vouchers in the last 30 days (§7 purchases). */
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
