import { type AmcOrder, ESB_STATUSES } from '#contract/calls/amc-orders.ts';
import { groupBy } from '#contract/group-by.ts';
import { type Day, firstOfMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { isRejected } from '#src/components/display/statuses.ts';
import { type Coverage, coverageOf, type Stats, statsOf } from './figures.ts';

/** This month and the eleven before it. */
const MONTHS_SHOWN = 12;

interface DatedOrder {
  /** In Europe/Rome; undefined if the server does not send it. */
  readonly day: Day | undefined;
  readonly amount: Money | undefined;
  readonly business: string | undefined;
  readonly businessId: Id | undefined;
  readonly status: string | undefined;
}

/** The orders of a month, which is named by its first day. */
export interface MonthOrders extends Stats {
  readonly month: Day;
}

/** The orders in a status of the bus; the status is undefined if the server does not send it. */
export interface StatusOrders extends Stats {
  readonly status: string | undefined;
}

/**
 * The orders of a business, by its name. The id is undefined if the server does not send it, or if two businesses have
 * that name.
 */
interface BusinessOrders extends Stats {
  readonly name: string | undefined;
  readonly businessId: Id | undefined;
}

/** The figures of a health authority's dashboard. The figures by month and by business exclude rejected orders. */
export interface OrderFigures {
  readonly coverage: Coverage;
  /** Today, the last day of the period. */
  readonly until: Day;
  /** Every month of the period, the oldest first, including those without orders. */
  readonly months: readonly MonthOrders[];
  readonly businesses: readonly BusinessOrders[];
  readonly statuses: readonly StatusOrders[];
  /** Undefined if some orders of the month were not read. */
  readonly thisMonth: Stats | undefined;
  readonly period: Stats;
  /** Orders without a date, which no month includes, and without an amount, which no total includes. */
  readonly undated: number;
  readonly unpriced: number;
}

/** First and last day of the period that ends today. */
export function orderPeriod(today: Day): { readonly dateStart: Day; readonly dateEnd: Day } {
  return { dateStart: firstOfMonth(today, 1 - MONTHS_SHOWN), dateEnd: today };
}

function dated({ orderDate, amount, businessName, businessId, esbStatus }: AmcOrder): DatedOrder {
  return {
    day: orderDate === undefined ? undefined : romeDay(new Date(orderDate)),
    amount,
    business: businessName,
    businessId,
    status: esbStatus,
  };
}

function ordersByMonth(orders: readonly DatedOrder[], from: Day, today: Day): MonthOrders[] {
  const byMonth = groupBy(orders, ({ day }) => day && monthOf(day).first);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => firstOfMonth(today, -index))
    .filter((month) => month >= monthOf(from).first)
    .toReversed()
    .map((month) => ({ month, ...statsOf(byMonth.get(month) ?? []) }));
}

/** Groups by status: known values in the order of an order's life, then unknown values. */
function ordersByStatus(orders: readonly DatedOrder[]): StatusOrders[] {
  const byStatus = groupBy(orders, ({ status }) => status);
  const place = (status: string | undefined) => {
    const known = ESB_STATUSES.findIndex((name) => name === status);
    return known === -1 ? ESB_STATUSES.length : known;
  };
  return Array.from(byStatus, ([status, found]) => ({ status, ...statsOf(found) })).toSorted(
    (a, b) => place(a.status) - place(b.status),
  );
}

/**
 * Computes the figures of the twelve months that end today, by month in Europe/Rome.
 * @param rows orders, the newest first
 * @param total number of orders on the server
 */
export function orderFigures(rows: readonly AmcOrder[], total: number, today: Day): OrderFigures {
  const all = rows.map(dated);
  const coverage = coverageOf(
    all.flatMap(({ day }) => day ?? []),
    total,
    rows.length,
    orderPeriod(today).dateStart,
  );
  const orders = all.filter(({ day }) => day === undefined || (day >= coverage.from && day <= today));
  const notRejected = orders.filter(({ status }) => !isRejected(status));
  const month = monthOf(today).first;
  const byBusiness = groupBy(notRejected, ({ business }) => business);
  return {
    coverage,
    until: today,
    months: ordersByMonth(notRejected, coverage.from, today),
    businesses: Array.from(byBusiness, ([name, found]) => {
      const [businessId, another] = new Set(found.map((order) => order.businessId));
      return { name, businessId: another === undefined ? businessId : undefined, ...statsOf(found) };
    }),
    statuses: ordersByStatus(orders),
    thisMonth:
      coverage.wholeFrom > month
        ? undefined
        : statsOf(notRejected.filter(({ day }) => day !== undefined && day >= month)),
    period: statsOf(notRejected),
    undated: orders.filter(({ day }) => day === undefined).length,
    unpriced: orders.filter(({ amount }) => amount === undefined).length,
  };
}
