import { groupBy } from '#contract/group-by.ts';
import { addDays, type Day, mondayOf, romeDay } from '#contract/rules/dates.ts';
import { sum, ZERO } from '#contract/rules/money.ts';
import { isCancelled } from '#src/components/display/statuses.ts';
import { coverageOf, type DashboardPurchase, statsOf } from './figures.ts';

/** Today and the 29 days before it. */
const DAYS_SHOWN = 30;

/** First and last day of the period that ends today. */
export function recentPeriod(today: Day): { readonly dateStart: Day; readonly dateEnd: Day } {
  return { dateStart: addDays(today, 1 - DAYS_SHOWN), dateEnd: today };
}

/** A purchase with its day in Europe/Rome. */
function dated(purchase: DashboardPurchase) {
  const { createTime, itemsAmount: amount, items } = purchase;
  return { day: romeDay(new Date(createTime)), amount, isCancelled: isCancelled(purchase), items };
}

type DatedPurchase = ReturnType<typeof dated>;

/** The lines of a purchase by their first category (§3). The rest of the amount has no category. */
function categoryLines({ amount, items }: DatedPurchase) {
  const lines = items.map(({ totalPrice, product }) => ({
    name: product?.categories[0]?.name,
    categoryId: product?.categories[0]?.categoryId,
    amount: totalPrice ?? ZERO,
  }));
  const untold = amount.minus(sum(lines.map((line) => line.amount)));
  return untold.eq(0) ? lines : [...lines, { name: undefined, categoryId: undefined, amount: untold }];
}

/**
 * The spending on each category, by its name; undefined if the server sends no category for any purchase. The id is
 * undefined if the server does not send it, or if two categories have that name.
 */
function spendingByCategory(spent: readonly DatedPurchase[]) {
  const byName = groupBy(spent.flatMap(categoryLines), ({ name }) => name);
  const categories = Array.from(byName, ([name, lines]) => {
    const ids = [...new Set(lines.map(({ categoryId }) => categoryId))];
    return { name, categoryId: ids.length === 1 ? ids[0] : undefined, ...statsOf(lines) };
  });
  return categories.some(({ name }) => name !== undefined) ? categories : undefined;
}

/** The valid and the cancelled purchases of each week, or of its part in the period. */
function salesByWeek(purchases: readonly DatedPurchase[], days: readonly Day[]) {
  const byWeek = groupBy(purchases, ({ day }) => mondayOf(day));
  return Array.from(groupBy(days, mondayOf), ([monday, shown]) => {
    const made = byWeek.get(monday) ?? [];
    return {
      first: shown[0] ?? monday,
      last: shown.at(-1) ?? monday,
      completed: statsOf(made.filter(({ isCancelled }) => !isCancelled)),
      cancelled: statsOf(made.filter(({ isCancelled }) => isCancelled)),
    };
  });
}

/**
 * Computes the figures of the 30 days that end today, by day in Europe/Rome. Spending excludes cancelled purchases.
 * @param rows purchases, the newest first; may include others than those of the period
 * @param total number of purchases on the server
 */
export function purchaseFigures(rows: readonly DashboardPurchase[], total: number, today: Day) {
  const all = rows.map(dated);
  const { dateStart, dateEnd } = recentPeriod(today);
  const readDays = all.map(({ day }) => day);
  const coverage = coverageOf(readDays, { total }, rows.length, dateStart);
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(dateStart, index)).filter(
    (day) => day >= coverage.from,
  );
  const purchases = all.filter(({ day }) => day >= coverage.from && day <= dateEnd);
  const spent = purchases.filter(({ isCancelled }) => !isCancelled);
  const byDay = groupBy(spent, ({ day }) => day);
  return {
    coverage,
    /** Undefined if some purchases of today were not read. */
    today: coverage.wholeFrom > today ? undefined : statsOf(spent.filter(({ day }) => day === today)),
    period: statsOf(spent),
    cancelled: statsOf(purchases.filter(({ isCancelled }) => isCancelled)),
    /** Every day of the period, the oldest first, including those without purchases. */
    days: days.map((day) => ({ day, ...statsOf(byDay.get(day) ?? []) })),
    categories: spendingByCategory(spent),
    weeks: salesByWeek(purchases, days),
  };
}

/** The figures of a business's dashboard. */
export type PurchaseFigures = ReturnType<typeof purchaseFigures>;
