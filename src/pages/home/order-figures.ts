import { type AmcOrder, ESB_STATUSES } from '#contract/calls/amc-orders.ts';
import { groupBy } from '#contract/group-by.ts';
import { type Day, firstOfMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import { isRejected } from '#src/components/display/statuses.ts';
import { coverageOf, statsOf } from './figures.ts';

/** This month and the eleven before it. */
const MONTHS_SHOWN = 12;

/** First and last day of the period that ends today. */
export function orderPeriod(today: Day): { readonly dateStart: Day; readonly dateEnd: Day } {
  return { dateStart: firstOfMonth(today, 1 - MONTHS_SHOWN), dateEnd: today };
}

/** An order with its day in Europe/Rome. The server need not send all of it. */
function dated(order: AmcOrder) {
  return { ...order, day: order.orderDate === undefined ? undefined : romeDay(new Date(order.orderDate)) };
}

type DatedOrder = ReturnType<typeof dated>;

/** The orders of each month, which is named by its first day. */
function ordersByMonth(orders: readonly DatedOrder[], from: Day, today: Day) {
  const byMonth = groupBy(orders, ({ day }) => day && monthOf(day).first);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => firstOfMonth(today, index + 1 - MONTHS_SHOWN))
    .filter((month) => month >= monthOf(from).first)
    .map((month) => ({ month, ...statsOf(byMonth.get(month) ?? []) }));
}

/** Groups by status: known values in the order of an order's life, then unknown values. */
function ordersByStatus(orders: readonly DatedOrder[]) {
  const byStatus = groupBy(orders, ({ esbStatus }) => esbStatus);
  const statuses = new Set<string | undefined>([...ESB_STATUSES, ...byStatus.keys()]);
  return [...statuses].flatMap((status) => {
    const found = byStatus.get(status);
    return found ? [{ status, ...statsOf(found) }] : [];
  });
}

/**
 * Computes the figures of the twelve months that end today, by month in Europe/Rome. Those by month and by business
 * exclude rejected orders.
 * @param rows orders, the newest first
 * @param total number of orders on the server
 * @param hasMore whether there are more, which it has not counted
 */
export function orderFigures(rows: readonly AmcOrder[], total: number, today: Day, hasMore = false) {
  const all = rows.map(dated);
  const readDays = all.flatMap(({ day }) => day ?? []);
  const coverage = coverageOf(readDays, { total, hasMore }, rows.length, orderPeriod(today).dateStart);
  const orders = all.filter(({ day }) => day === undefined || (day >= coverage.from && day <= today));
  const notRejected = orders.filter(({ esbStatus }) => !isRejected(esbStatus));
  const month = monthOf(today).first;
  const byBusiness = groupBy(notRejected, ({ businessName }) => businessName);
  return {
    coverage,
    /** The last day of the period. */
    until: today,
    /** Every month of the period, the oldest first, including those without orders. */
    months: ordersByMonth(notRejected, coverage.from, today),
    businesses: Array.from(byBusiness, ([name, found]) => {
      // Two businesses may have one name.
      const [businessId, another] = new Set(found.map((order) => order.businessId));
      return { name, businessId: another === undefined ? businessId : undefined, ...statsOf(found) };
    }),
    statuses: ordersByStatus(orders),
    /** Undefined if some orders of the month were not read. */
    thisMonth:
      coverage.wholeFrom > month
        ? undefined
        : statsOf(notRejected.filter(({ day }) => day !== undefined && day >= month)),
    period: statsOf(notRejected),
    /** Orders without a date, which no month includes, and without an amount, which no total includes. */
    undated: orders.filter(({ day }) => day === undefined).length,
    unpriced: orders.filter(({ amount }) => amount === undefined).length,
  };
}

/** The figures of a health authority's dashboard. */
export type OrderFigures = ReturnType<typeof orderFigures>;
