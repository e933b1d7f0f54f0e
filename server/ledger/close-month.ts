import { sql } from 'kysely';
import { type Day, endOfDay, monthOf } from '#contract/rules/dates.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { LOCKS } from '#server/database/migrate.ts';
import { toRowId } from '#server/database/queries.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type MonthClosing, selectClosings, toClosing } from './closings.ts';
import { FIGURE_COLUMNS, FIGURES, monthEntries, type MonthFigures, type MonthSql } from './month-figures.ts';

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
    .where('asl_id', '=', toRowId(request.aslId))
    .executeTakeFirst();
  const isOfAnother = principal.aslId !== null && principal.aslId !== request.aslId;
  if (asl === undefined || isOfAnother) throw new DomainError('ASL_NOT_FOUND');
  if (request.businessId === undefined) return { ...asl, businessId: null, month };
  const business = await db
    .selectFrom('business')
    .select('business_id as businessId')
    .where('business_id', '=', toRowId(request.businessId))
    .executeTakeFirst();
  if (business === undefined) throw new DomainError('BUSINESS_NOT_FOUND');
  return { ...asl, ...business, month };
}

/** The scope as statement parameters. */
export function scopeSql({ aslId, businessId, month }: MonthScope): MonthSql {
  return {
    asl: sql`${aslId}::integer`,
    month: sql`${month}::date`,
    isOfBusiness: (table) =>
      businessId === null ? sql`true` : sql`${sql.ref(`${table}.business_id`)} = ${businessId}::integer`,
  };
}

/** The closing with this id, which must exist. */
async function readClosing(db: Database, closingId: number): Promise<MonthClosing> {
  return toClosing(await selectClosings(db).where('closing_id', '=', closingId).executeTakeFirstOrThrow());
}

const MONTHS_OF_YEAR = 12;

/**
 * Waits for transactions that write into the month and blocks new ones. A database trigger takes the same lock (shared)
 * before it checks whether the month is closed.
 */
async function lockMonth(trx: Database, { aslId, month }: MonthScope): Promise<void> {
  const number = Number(month.slice(0, 4)) * MONTHS_OF_YEAR + Number(month.slice(5, 7));
  await sql`select pg_advisory_xact_lock(${LOCKS.monthClosing + number}::integer, ${aslId}::integer)`.execute(trx);
}

async function requireOpen(trx: Database, { aslId, businessId, month }: MonthScope): Promise<void> {
  const closed = await trx
    .selectFrom('month_closing')
    .select('closing_id')
    .where('asl_id', '=', aslId)
    .where('month', '=', month)
    .where((eb) => eb.or([eb('business_id', 'is', null), eb('business_id', '=', businessId)]))
    .executeTakeFirst();
  if (closed !== undefined) throw new DomainError('MONTH_ALREADY_CLOSED');
}

/**
 * Stores the figures of the scope. For all businesses it also stores those of each business that has figures and is not
 * closed yet.
 */
async function storeFigures(trx: Database, scope: MonthScope, by: { readonly userId: number; readonly at: Date }) {
  const { aslId, businessId, month } = scope;
  const columns = sql.join(FIGURE_COLUMNS.map((column) => sql.ref(column)));
  const each = sql`group by grouping sets ((business_id), ()) having business_id is null or not exists (
    select from month_closing closed
    where closed.asl_id = ${aslId} and closed.month = ${month}::date and closed.business_id = entry.business_id
  )`;
  const { rows } = await sql<{ closingId: number; businessId: number | null }>`
    insert into month_closing (asl_id, business_id, month, closed_at, user_id, ${columns})
    select ${aslId}::integer, ${businessId === null ? sql`business_id` : sql`${businessId}::integer`}, ${month}::date,
      ${by.at}::timestamptz, ${by.userId}::integer, ${FIGURES}
    from ${monthEntries(scopeSql(scope))} entry ${businessId === null ? each : sql``}
    returning closing_id as "closingId", business_id as "businessId"`.execute(trx);
  const own = rows.find((row) => row.businessId === businessId);
  if (own === undefined) throw new Error('Nothing was closed');
  return { closingId: own.closingId, businesses: rows.filter((row) => row.businessId !== null).length };
}

/** The figures that the operator saw, as far as they identify the state of the month. */
interface ShownFigures {
  readonly controlTotal: string;
  readonly ordersAmount: number;
  readonly rejectionsAmount: number;
}

interface ClosingRequest extends MonthRequest {
  readonly shown: ShownFigures;
}

function requireShown({ controlTotal, orders, rejections }: MonthFigures, shown: ShownFigures): void {
  const areShown =
    controlTotal === shown.controlTotal &&
    orders.amount.eq(shown.ordersAmount) &&
    rejections.amount.eq(shown.rejectionsAmount);
  if (!areShown) throw new DomainError('MONTH_FIGURES_CHANGED');
}

/**
 * Closes a month permanently (rules §9). Later changes belong to the next open month.
 * @param answer creates the response; if it throws, nothing is closed
 * @throws DomainError MONTH_NOT_OVER, MONTH_ALREADY_CLOSED, MONTH_FIGURES_CHANGED when the figures differ from those
 *   that the operator saw, and as `monthScope`
 */
export function closeMonth<Answer>(
  services: Services,
  principal: Principal,
  { shown, ...request }: ClosingRequest,
  answer: (closing: MonthClosing) => Answer,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const scope = await monthScope(trx, principal, request);
    if (services.now() < endOfDay(monthOf(scope.month).last)) throw new DomainError('MONTH_NOT_OVER');
    await lockMonth(trx, scope);
    await requireOpen(trx, scope);
    const at = services.now();
    const { closingId, businesses } = await storeFigures(trx, scope, { userId: principal.userId, at });
    const closing = await readClosing(trx, closingId);
    requireShown(closing.figures, shown);
    const { aslId, businessId, month } = scope;
    const { total, controlTotal } = closing.figures;
    await writeAudit(trx, {
      at,
      action: 'MONTH_CLOSED',
      by: principal,
      details: { aslId, businessId, month, businesses, total: total.toFixed(2), controlTotal },
    });
    return answer(closing);
  });
}
