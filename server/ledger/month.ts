import { type RawBuilder, sql } from 'kysely';
import { type Day, endOfDay, monthOf } from '#contract/rules/dates.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { askWhetherOver } from './entries.ts';
import type { Subtotal } from './sums.ts';

/** The month of a health authority, for one business or all. */
export interface MonthRequest {
  readonly aslId: number;
  readonly businessId?: number | undefined;
  /** The first day of the month. */
  readonly month: Day;
}

/** A `MonthRequest` whose authority and business exist. */
export interface MonthScope {
  readonly aslId: number;
  readonly aslName: string;
  /** Null for all businesses. */
  readonly businessId: number | null;
  readonly month: Day;
}

/**
 * Checks the scope of a request. An operator of the region may name any authority, a district operator only their own.
 * @throws DomainError ASL_NOT_FOUND for an unknown authority or one of another operator, BUSINESS_NOT_FOUND
 */
export async function monthScope(db: Database, principal: Principal, request: MonthRequest): Promise<MonthScope> {
  const { month } = request;
  const asl = await db
    .selectFrom('asl')
    .select(['asl_id as aslId', 'name as aslName'])
    .where('asl_id', '=', request.aslId)
    .executeTakeFirst();
  const isOfAnother = principal.aslId !== null && principal.aslId !== request.aslId;
  if (asl === undefined || isOfAnother) throw new DomainError('ASL_NOT_FOUND');
  if (request.businessId === undefined) return { ...asl, businessId: null, month };
  const business = await db
    .selectFrom('business')
    .select('business_id as businessId')
    .where('business_id', '=', request.businessId)
    .executeTakeFirst();
  if (business === undefined) throw new DomainError('BUSINESS_NOT_FOUND');
  return { ...asl, ...business, month };
}

/** The scope as statement parameters. */
export function scopeSql({ aslId, businessId, month }: MonthScope): MonthSql {
  return {
    month: sql`${month}::date`,
    isOf: (table) => {
      const isOfAsl = sql`${sql.ref(`${table}.asl_id`)} = ${aslId}::bigint`;
      return businessId === null
        ? isOfAsl
        : sql`${isOfAsl} and ${sql.ref(`${table}.business_id`)} = ${businessId}::bigint`;
    },
  };
}

/** The tables with what happens in a month. */
type MonthTable = 'ledger_entry' | 'amc_order';

/** The scope of a month as SQL expressions. The same SQL works for one closing and for all closings in turn. */
export interface MonthSql {
  /** The first day of the month. */
  readonly month: RawBuilder<unknown>;
  /** The condition that a row belongs to the scope's authority and business. */
  readonly isOf: (table: MonthTable) => RawBuilder<unknown>;
}

/** The figures of a month (rules §9), in euro. Cancellations are negative. */
export interface MonthFigures {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly corrections: Subtotal;
  readonly total: Money;
  readonly orders: Subtotal;
  readonly rejections: Subtotal;
  readonly controlTotal: string;
}

const PARTS = ['purchases', 'cancellations', 'corrections', 'orders', 'rejections'] as const;
type Part = (typeof PARTS)[number];

/** The columns with figures, both of a closing and of the computed figures. */
export const FIGURE_COLUMNS = [
  ...PARTS.flatMap((part) => [`${part}_count`, `${part}_amount`] as const),
  'control_total',
] as const;

/** A row with figures. PostgreSQL returns counts as text. */
export type FigureRow = Record<`${Part}_count`, number | string> &
  Record<`${Part}_amount`, string> & { readonly control_total: string };

/** The condition that an instant lies in a month in Europe/Rome. */
export function isInMonth(instant: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${instant} >= ${month}::timestamp at time zone 'Europe/Rome'
    and ${instant} < (${month} + interval '1 month') at time zone 'Europe/Rome'`;
}

/**
 * The sales, cancellations, orders and rejections of a month as rows `part, business_id, id, amount`. Each counts where it
 * is dated: when it happened, or at the start of the next open month.
 */
export function eventsOfMonth({ month, isOf }: MonthSql): RawBuilder<unknown> {
  const isCorrection = sql`sold_at < ${month}::timestamp at time zone 'Europe/Rome'`;
  return sql`(
    select case when kind = 'SALE' then 'purchases' when ${isCorrection} then 'corrections' else 'cancellations' end as part,
      business_id, purchase_id as id, amount
    from ledger_entry where ${isOf('ledger_entry')} and ${isInMonth(sql`counts_at`, month)}
    union all
    select 'orders', business_id, amc_order_id, amount
    from amc_order where ${isOf('amc_order')} and ${isInMonth(sql`created_at`, month)}
    union all
    select 'rejections', business_id, amc_order_id, -amount
    from amc_order where ${isOf('amc_order')} and ${isInMonth(sql`rejected_at`, month)}
  )`;
}

/**
 * The control total: the first 16 hexadecimal digits, in groups of four, of a SHA-256. Its input has a line
 * `V;number;amount` for each purchase, then a line `S;number;-amount` for each cancellation and correction; both are
 * sorted by number, and each line ends with a line feed.
 */
const CONTROL_TOTAL = sql`regexp_replace(upper(left(encode(sha256(convert_to(coalesce(string_agg(
    case when part = 'purchases' then 'V;' else 'S;' end || id || ';' || amount || chr(10), ''
    order by part = 'purchases' desc, id
  ) filter (where part in ('purchases', 'cancellations', 'corrections')), ''), 'UTF8')), 'hex'), 16)), '(.{4})(?=.)', '\\1-', 'g')`;

/** The aggregate expressions over `eventsOfMonth`, in the order of the figure columns. */
export const FIGURES = sql.join([
  ...PARTS.flatMap((part) => [
    sql`count(*) filter (where part = ${sql.lit(part)}) as ${sql.ref(`${part}_count`)}`,
    sql`coalesce(sum(amount) filter (where part = ${sql.lit(part)}), 0) as ${sql.ref(`${part}_amount`)}`,
  ]),
  sql`${CONTROL_TOTAL} as control_total`,
]);

export function toFigures(row: FigureRow): MonthFigures {
  const subtotal = (part: Part): Subtotal => ({
    count: Number(row[`${part}_count`]),
    amount: money(row[`${part}_amount`]),
  });
  const [purchases, cancellations, corrections] = [
    subtotal('purchases'),
    subtotal('cancellations'),
    subtotal('corrections'),
  ];
  return {
    purchases,
    cancellations,
    corrections,
    total: purchases.amount.plus(cancellations.amount).plus(corrections.amount),
    orders: subtotal('orders'),
    rejections: subtotal('rejections'),
    controlTotal: row.control_total,
  };
}

/** Figures of a scope, and the time when they were closed. */
interface Closable {
  readonly figures: MonthFigures;
  readonly closeTime: Date | null;
}

/** The present figures of a month of a health authority: in total, and by business in the order of their names. */
export interface AslMonth extends MonthScope, Closable {
  readonly isOver: boolean;
  readonly businesses: readonly (Closable & { readonly businessId: number; readonly companyName: string })[];
}

interface StoredRow extends FigureRow {
  readonly businessId: number | null;
  readonly companyName: string | null;
  readonly closeTime: Date | null;
}

/** The stored figures when the whole scope is closed; an empty list when it is open or has no purchases or orders. */
async function readFrozen(db: Database, { aslId, businessId, month }: MonthScope): Promise<readonly StoredRow[]> {
  const rows = await db
    .selectFrom('month_closing')
    .leftJoin('business', 'business.business_id', 'month_closing.business_id')
    .select(['month_closing.business_id as businessId', 'company_name as companyName', 'closed_at as closeTime'])
    .select(FIGURE_COLUMNS)
    .where('asl_id', '=', aslId)
    .where('month', '=', month)
    .$if(businessId !== null, (query) => query.where('month_closing.business_id', '=', businessId))
    .orderBy('folded_company_name')
    .orderBy('company_name')
    .orderBy('month_closing.business_id')
    .execute();
  if (businessId !== null) return rows.flatMap((row) => [row, { ...row, businessId: null }]);
  return rows.some((row) => row.businessId === null) ? rows : [];
}

/** The computed figures, with the stored figures of closed businesses in place of theirs. */
async function readPresent(db: Database, scope: MonthScope): Promise<readonly StoredRow[]> {
  const { aslId, businessId, month } = scope;
  const frozen = (column: (typeof FIGURE_COLUMNS)[number]) =>
    sql`coalesce(${sql.ref(`closed.${column}`)}, ${sql.ref(`figure.${column}`)}) as ${sql.ref(column)}`;
  const figures = sql<StoredRow>`
    select figure.business_id as "businessId", company_name as "companyName",
      coalesce(closed.closed_at, whole.closed_at) as "closeTime", ${sql.join(FIGURE_COLUMNS.map(frozen))}
    from (
      select business_id, ${FIGURES} from ${eventsOfMonth(scopeSql(scope))} entry
      group by grouping sets ((business_id), ())
    ) figure
    left join business on business.business_id = figure.business_id
    left join month_closing whole
      on whole.asl_id = ${aslId} and whole.month = ${month}::date and whole.business_id is null
    left join month_closing closed on closed.asl_id = ${aslId} and closed.month = ${month}::date
      and closed.business_id is not distinct from coalesce(figure.business_id, ${businessId}::bigint)
    order by folded_company_name, company_name, figure.business_id`;
  return (await figures.execute(db)).rows;
}

/**
 * The figures of a month: stored figures for closed scopes, computed figures for the others.
 * @throws DomainError as `monthScope`
 */
export async function readMonth(services: Services, principal: Principal, request: MonthRequest): Promise<AslMonth> {
  const { db } = services;
  const scope = await monthScope(db, principal, request);
  // First, so that the figures have everything that was under way.
  const { isOver: isMonthOver } = await askWhetherOver(services, endOfDay(monthOf(scope.month).last));
  const stored = await readFrozen(db, scope);
  const rows = stored.length > 0 ? stored : await readPresent(db, scope);
  const closables = rows.map(({ closeTime, ...row }) => ({ ...row, closeTime, figures: toFigures(row) }));
  const all = closables.find((row) => row.businessId === null);
  if (all === undefined) throw new Error('A month has no sum');
  return {
    ...scope,
    isOver: isMonthOver,
    figures: all.figures,
    closeTime: all.closeTime,
    businesses: closables.flatMap(({ businessId: id, companyName, closeTime, figures: own }) =>
      id === null ? [] : [{ businessId: id, companyName: companyName ?? '', closeTime, figures: own }],
    ),
  };
}
