import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { addDays, type Day, firstOfMonth, startOfDay } from '#contract/rules/dates.ts';
import { money, type Money, ZERO } from '#contract/rules/money.ts';
import type { Database } from '#server/services.ts';

/** A number of entries and their sum in euro. */
export interface Subtotal {
  readonly count: number;
  readonly amount: Money;
}

/** Purchases, cancellations and their total in euro. */
export interface Totals {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly total: Money;
}

export const NO_SUBTOTAL: Subtotal = { count: 0, amount: ZERO };

/** What `sumColumns` selects. */
export interface StoredTotals {
  readonly sales: number;
  readonly sold: string;
  readonly cancellations: number;
  readonly cancelled: string;
}

/**
 * The columns of `Totals` in SQL, of rows with `kind` and `amount`.
 * @param entries the number of entries that a row stands for
 */
export function sumColumns(entries = sql`1`): RawBuilder<unknown> {
  const part = (what: RawBuilder<unknown>, kind: string) =>
    sql`coalesce(sum(${what}) filter (where kind = ${sql.lit(kind)}), 0)`;
  return sql`${part(entries, 'SALE')}::int as sales, ${part(sql`amount`, 'SALE')} as sold,
    ${part(entries, 'CANCELLATION')}::int as cancellations, ${part(sql`amount`, 'CANCELLATION')} as cancelled`;
}

export function toTotals({ sales, sold, cancellations, cancelled }: StoredTotals): Totals {
  return {
    purchases: { count: sales, amount: money(sold) },
    cancellations: { count: cancellations, amount: money(cancelled) },
    total: money(sold).plus(cancelled),
  };
}

export const NO_TOTALS: Totals = { purchases: NO_SUBTOTAL, cancellations: NO_SUBTOTAL, total: ZERO };

/** Whose entries: at least an authority or a business is named. */
export interface LedgerParties {
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

function isOf({ aslId, businessId, storeId }: LedgerParties): RawBuilder<SqlBool> {
  return all([
    aslId === undefined ? undefined : sql`asl_id = ${aslId}`,
    businessId === undefined ? undefined : sql`business_id = ${businessId}`,
    storeId === undefined ? undefined : sql`store_id = ${storeId}`,
  ]);
}

const isMonthIn = (column: string, { from, until }: Span) =>
  all([
    from === undefined ? undefined : sql`${sql.ref(column)} >= ${from}::date`,
    until === undefined ? undefined : sql`${sql.ref(column)} < ${until}::date`,
  ]);

const isInstantIn = (column: string, { from, until }: Span) =>
  all([
    from === undefined ? undefined : sql`${sql.ref(column)} >= ${startOfDay(from)}`,
    until === undefined ? undefined : sql`${sql.ref(column)} < ${startOfDay(until)}`,
  ]);

/** The entries that count in a period, or those of the sales that count in it. */
type Placed = 'counts' | 'sold';

/**
 * Rows `kind, is_earlier, entries, amount`: the entries of a period, added up by month where it has whole months.
 * `is_earlier` marks the cancellations of sales that count before the period.
 */
function entriesOfPeriod(parties: LedgerParties, days: Days, placed: Placed): RawBuilder<unknown> {
  const [instant, month] = placed === 'counts' ? ['counts_at', 'month'] : ['sold_at', 'sold_month'];
  const { first } = days;
  // Of a month that begins before the period, the sums do not tell which of its sales count before it.
  const areMonthsClear = placed === 'sold' || first === undefined || first === firstOfMonth(first, 0);
  const end = days.last === undefined ? undefined : addDays(days.last, 1);
  const { months, rest } = areMonthsClear
    ? splitByMonth(days)
    : { months: undefined, rest: [{ from: first, until: end }] };
  const isEarlier = (column: 'sold_at' | 'sold_month') => {
    if (placed === 'sold' || first === undefined) return sql`false`;
    return sql`${sql.ref(column)} < ${column === 'sold_at' ? startOfDay(first) : first}`;
  };
  const parts = [
    ...(months
      ? [
          sql`select kind, ${isEarlier('sold_month')} as is_earlier, entries, amount
            from ledger_month where ${isOf(parties)} and ${isMonthIn(month, months)}`,
        ]
      : []),
    ...rest.map(
      (span) => sql`select kind, ${isEarlier('sold_at')} as is_earlier, 1 as entries, amount
        from ledger_entry where ${isOf(parties)} and ${isInstantIn(instant, span)}`,
    ),
  ];
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** Purchases, cancellations of purchases of the same period, and those of earlier ones. Cancellations are negative. */
export interface PeriodSums {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly corrections: Subtotal;
}

/** The sums of a period, from one statement. A year costs hardly more than a month. */
export async function readPeriodSums(
  db: Database,
  parties: LedgerParties,
  days: Days,
  placed: Placed,
): Promise<PeriodSums> {
  const query = sql<{ kind: string; is_earlier: boolean; count: number; amount: string }>`
    select kind, is_earlier, sum(entries)::int as count, sum(amount) as amount
    from ${entriesOfPeriod(parties, days, placed)} part group by kind, is_earlier`;
  const { rows } = await query.execute(db);
  const of = (wanted: string, isEarlier: boolean): Subtotal => {
    const row = rows.find((one) => one.kind === wanted && one.is_earlier === isEarlier);
    return row ? { count: row.count, amount: money(row.amount) } : NO_SUBTOTAL;
  };
  return {
    purchases: of('SALE', false),
    cancellations: of('CANCELLATION', false),
    corrections: of('CANCELLATION', true),
  };
}

/**
 * The numbers of the sales of a business in a period that are cancelled, and of those that are neither cancelled nor in
 * an AMC order, but a rejected one.
 */
export async function readUnordered(
  db: Database,
  parties: LedgerParties,
  days: Days,
): Promise<{ readonly unordered: number; readonly cancelled: number }> {
  const { months, rest } = splitByMonth(days);
  const ordered = [
    ...(months
      ? [
          sql`select amc_order_month.purchases from amc_order_month join amc_order using (amc_order_id, business_id)
            where esb_status <> 'REJECTED' and ${isOf(parties)} and ${isMonthIn('month', months)}`,
        ]
      : []),
    ...rest.map(
      (span) => sql`select count(*) from purchase join amc_order_purchase using (purchase_id)
        where released_at is null and ${isOf(parties)} and ${isInstantIn('created_at', span)}`,
    ),
  ];
  // Only active purchases are in such an order. A kept figure that is wrong must not stop a shop from ordering.
  const query = sql<{ unordered: number; cancelled: number }>`
    select greatest(sold - cancelled - (
        select coalesce(sum(purchases), 0) from (${sql.join(ordered, sql` union all `)}) part (purchases)
      ), 0)::int as unordered, cancelled::int
    from (
      select coalesce(sum(entries) filter (where kind = 'SALE'), 0) as sold,
        coalesce(sum(entries) filter (where kind = 'CANCELLATION'), 0) as cancelled
      from ${entriesOfPeriod(parties, days, 'sold')} part
    ) sums`;
  const { rows } = await query.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum is always a row.');
  return row;
}
