import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { addDays, type Day, firstOfMonth, startOfDay } from '#contract/rules/dates.ts';
import { toRowId } from '#server/database/queries.ts';

/** Whose sales: at least an authority or a business is named. */
export interface SalesParties {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly storeId?: number | undefined;
}

/** Days in Europe/Rome, both included; without one, the period has no such end. */
export interface Days {
  readonly first: Day | undefined;
  readonly last: Day | undefined;
}

/** The days from `from` (included) until `until` (excluded). */
interface Span {
  readonly from: Day | undefined;
  readonly until: Day | undefined;
}

/** The whole months of a period, and the days before and after them. */
function splitByMonth({ first, last }: Days): { readonly months: Span | undefined; readonly rest: readonly Span[] } {
  const end = last === undefined ? undefined : addDays(last, 1);
  const from = first === undefined ? undefined : firstOfMonth(addDays(first, -1), 1);
  const until = end === undefined ? undefined : firstOfMonth(end, 0);
  if (from !== undefined && until !== undefined && from >= until)
    return { months: undefined, rest: [{ from: first, until: end }] };
  const rest = [
    { from: first, until: from },
    { from: until, until: end },
  ];
  return { months: { from, until }, rest: rest.filter((span) => span.from !== span.until) };
}

const all = (conditions: readonly (RawBuilder<SqlBool> | undefined)[]) =>
  sql<SqlBool>`(${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)})`;

function isOf({ aslId, businessId, storeId }: SalesParties): RawBuilder<SqlBool> {
  return all([
    aslId === undefined ? undefined : sql`asl_id = ${toRowId(aslId)}`,
    businessId === undefined ? undefined : sql`business_id = ${toRowId(businessId)}`,
    storeId === undefined ? undefined : sql`store_id = ${toRowId(storeId)}`,
  ]);
}

const isMonthIn = ({ from, until }: Span) =>
  all([
    from === undefined ? undefined : sql`month >= ${from}::date`,
    until === undefined ? undefined : sql`month < ${until}::date`,
  ]);

const isSoldIn = ({ from, until }: Span) =>
  all([
    from === undefined ? undefined : sql`created_at >= ${startOfDay(from)}`,
    until === undefined ? undefined : sql`created_at < ${startOfDay(until)}`,
  ]);

/** The condition that a purchase was made by these parties in these days. */
export function isSoldBy(parties: SalesParties, { first, last }: Days): RawBuilder<SqlBool> {
  return all([isOf(parties), isSoldIn({ from: first, until: last === undefined ? undefined : addDays(last, 1) })]);
}

/** The parts of a period: what is kept by month for its whole months, and what the ledger says of its other days. */
function overPeriod<Row>(
  days: Days,
  ofMonths: (months: Span) => RawBuilder<Row>,
  ofDays: (days: Span) => RawBuilder<Row>,
): RawBuilder<Row> {
  const { months, rest } = splitByMonth(days);
  const parts = [...(months ? [ofMonths(months)] : []), ...rest.map(ofDays)];
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/**
 * One row: the number of sales of a period, and their sum in euro. Whole months come from the sums that the worker keeps,
 * with what it has yet to add, and other days from the ledger. So a year costs hardly more than a month.
 */
export function salesOfPeriod(parties: SalesParties, days: Days): RawBuilder<{ purchases: string; sold: string }> {
  const ofSeller = parties.businessId === undefined ? sql`true` : sql`seller_id = ${toRowId(parties.businessId)}`;
  const parts = overPeriod(
    days,
    (months) => sql`
      select purchases, sold from monthly_spending where ${isOf(parties)} and ${isMonthIn(months)}
      union all
      select 1, items_amount from spending_change join purchase using (purchase_id)
      where not is_cancellation and ${ofSeller} and ${isOf(parties)} and ${isSoldIn(months)}`,
    (span) =>
      sql`select count(*) as purchases, sum(items_amount) as sold from purchase where ${isOf(parties)} and ${isSoldIn(span)}`,
  );
  return sql`(select coalesce(sum(purchases), 0) as purchases, coalesce(sum(sold), 0) as sold from ${parts} part)`;
}

/** One row: how many sales of a business in a period are in an AMC order that was not rejected. */
export function orderedOfPeriod(
  { businessId, storeId }: { readonly businessId: number; readonly storeId: number | undefined },
  days: Days,
): RawBuilder<{ purchases: string }> {
  const parties = isOf({ businessId, storeId });
  const parts = overPeriod(
    days,
    (months) => sql`
      select amc_order_month.purchases from amc_order_month join amc_order using (amc_order_id, business_id)
      where esb_status <> 'REJECTED' and ${parties} and ${isMonthIn(months)}`,
    (span) => sql`
      select count(*) from purchase join amc_order_purchase using (purchase_id)
      where released_at is null and ${parties} and ${isSoldIn(span)}`,
  );
  return sql`(select coalesce(sum(purchases), 0) as purchases from ${parts} part (purchases))`;
}
