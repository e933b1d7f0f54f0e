import { sql, type SqlBool } from 'kysely';
import { type Day, endOfDay, monthOf } from '#contract/rules/dates.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { lockNumber, LOCKS } from '#server/database/advisory-locks.ts';
import { readInstant } from '#server/database/clock.ts';
import { holding, type Locked } from '#server/database/row-locks.ts';
import { lockOperator, requireOperator } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { allRows, countRows, mapBatches, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import {
  FIGURE_COLUMNS,
  FIGURES,
  eventsOfMonth,
  type MonthFigures,
  type MonthRequest,
  monthScope,
  type MonthScope,
  scopeSql,
  toFigures,
} from './month.ts';

export interface MonthClosing {
  readonly closingId: number;
  readonly aslId: number;
  readonly aslName: string;
  /** Null when the month was closed for all businesses; then `companyName` is null too. */
  readonly businessId: number | null;
  readonly companyName: string | null;
  readonly month: Day;
  readonly closeTime: Date;
  readonly username: string;
  readonly figures: MonthFigures;
}

function selectClosings(db: Database) {
  return db
    .selectFrom('month_closing')
    .innerJoin('asl', 'asl.asl_id', 'month_closing.asl_id')
    .innerJoin('app_user', 'app_user.user_id', 'month_closing.user_id')
    .leftJoin('business', 'business.business_id', 'month_closing.business_id')
    .select(['closing_id as closingId', 'month_closing.asl_id as aslId', 'asl.name as aslName'])
    .select(['month_closing.business_id as businessId', 'company_name as companyName'])
    .select(['month', 'closed_at as closeTime', 'username'])
    .select(FIGURE_COLUMNS);
}

type ClosingRow = Awaited<ReturnType<ReturnType<typeof selectClosings>['executeTakeFirstOrThrow']>>;

function toClosing(row: ClosingRow): MonthClosing {
  return { ...row, figures: toFigures(row) };
}

/** The filters of a search for closings. */
interface ClosingFilters {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly month?: Day | undefined;
}

/** @throws DomainError ASL_NOT_FOUND when a district operator names another authority */
function selectMatching(
  { db }: Services,
  principal: Principal,
  { aslId = principal.aslId ?? undefined, businessId, month }: ClosingFilters,
) {
  if (principal.aslId !== null && aslId !== principal.aslId) throw new DomainError('ASL_NOT_FOUND');
  return selectClosings(db)
    .$if(aslId !== undefined, (query) => query.where('month_closing.asl_id', '=', aslId ?? 0))
    .$if(businessId !== undefined, (query) => query.where('month_closing.business_id', '=', businessId ?? 0))
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''));
}

function latestFirst(closings: ReturnType<typeof selectMatching>) {
  return closings
    .orderBy('month', 'desc')
    .orderBy(sql`month_closing.business_id is null`, 'desc')
    .orderBy('closing_id', 'desc');
}

/**
 * All closed months in the order of `searchClosings`, for a document; it can be read once.
 * @throws DomainError as `searchClosings`
 */
export function readAllClosings(
  services: Services,
  principal: Principal,
  filters: ClosingFilters,
  signal: AbortSignal,
): AsyncIterable<readonly MonthClosing[]> {
  const matching = selectMatching(services, principal, filters);
  const read = (after: ClosingRow | undefined, limit: number) => {
    const place = sql<SqlBool>`(month, month_closing.business_id is null, closing_id)
      < (${after?.month}::date, ${after?.businessId === null}::boolean, ${after?.closingId}::bigint)`;
    return latestFirst(after === undefined ? matching : matching.where(place))
      .limit(limit)
      .execute();
  };
  return mapBatches(allRows(read, signal), (rows) => rows.map(toClosing));
}

/**
 * Closed months, latest first; the closing of all businesses comes before those of single businesses. A district
 * operator sees only those of their authority.
 * @throws DomainError ASL_NOT_FOUND when a district operator names another authority
 */
export async function searchClosings(
  services: Services,
  principal: Principal,
  { page: asked, size, ...filters }: ClosingFilters & PageRequest,
): Promise<Page<MonthClosing>> {
  const window = pageWindow({ page: asked, size });
  const matching = selectMatching(services, principal, filters);
  const counted = await countRows(services.db, window, (limit) =>
    matching.clearSelect().select('closing_id').limit(limit),
  );
  const rows = await latestFirst(matching).limit(window.pageSize).offset(window.offset).execute();
  return { rows: rows.map(toClosing), ...window, ...counted };
}

/** A closed month as a bill shows it. */
export interface ClosedMonth {
  readonly month: Day;
  readonly closeTime: Date;
  /** The number of rows that the control total covers. */
  readonly rows: number;
  readonly controlTotal: string;
}

/**
 * The closed months that lie completely in the period, oldest first: of one business, or the closings of all businesses
 * when none is named.
 */
export async function readClosedMonths(
  db: Database,
  parties: { readonly aslId: number; readonly businessId: number | undefined },
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<readonly ClosedMonth[]> {
  const { aslId, businessId } = parties;
  const rows = await selectClosings(db)
    .where('month_closing.asl_id', '=', aslId)
    .where('month_closing.business_id', businessId === undefined ? 'is' : '=', businessId ?? null)
    .where('month', '>=', first)
    .where('month', '<=', last)
    .orderBy('month')
    .execute();
  return rows
    .map(toClosing)
    .filter(({ month }) => monthOf(month).last <= last)
    .map(({ month, closeTime, figures: { purchases, cancellations, corrections, controlTotal } }) => {
      return { month, closeTime, rows: purchases.count + cancellations.count + corrections.count, controlTotal };
    });
}

/** The closing with this id, which must exist. */
async function readClosing(db: Database, closingId: number): Promise<MonthClosing> {
  return toClosing(await selectClosings(db).where('closing_id', '=', closingId).executeTakeFirstOrThrow());
}

const MONTHS_OF_YEAR = 12;

/**
 * Waits for transactions that write into the month and blocks new ones. Writers take the same lock (shared)
 * before they look whether the month is closed: `instant_in_open_month`.
 */
async function lockMonth(trx: Database, { aslId, month }: MonthScope): Promise<Locked<Database>> {
  const number = Number(month.slice(0, 4)) * MONTHS_OF_YEAR + Number(month.slice(5, 7));
  await sql`select pg_advisory_xact_lock(${LOCKS.monthClosing + number}::integer, ${lockNumber(aslId)})`.execute(trx);
  return holding(trx);
}

async function requireOpen(trx: Locked<Database>, { aslId, businessId, month }: MonthScope): Promise<void> {
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
async function storeFigures(
  trx: Locked<Database>,
  scope: MonthScope,
  by: { readonly userId: number; readonly at: Date },
) {
  const { aslId, businessId, month } = scope;
  const columns = sql.join(FIGURE_COLUMNS.map((column) => sql.ref(column)));
  const each = sql`group by grouping sets ((business_id), ()) having business_id is null or not exists (
    select from month_closing closed
    where closed.asl_id = ${aslId} and closed.month = ${month}::date and closed.business_id = entry.business_id
  )`;
  const { rows } = await sql<{ closingId: number; businessId: number | null }>`
    insert into month_closing (asl_id, business_id, month, closed_at, user_id, ${columns})
    select ${aslId}::bigint, ${businessId === null ? sql`business_id` : sql`${businessId}::bigint`}, ${month}::date,
      ${by.at}::timestamptz, ${by.userId}::bigint, ${FIGURES}
    from ${eventsOfMonth(scopeSql(scope))} entry ${businessId === null ? each : sql``}
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
    // The operator first, as everywhere.
    await lockOperator(trx, principal.userId);
    const held = await lockMonth(trx, scope);
    await requireOperator(held, principal);
    await requireOpen(held, scope);
    const at = await readInstant(held, services);
    if (at < endOfDay(monthOf(scope.month).last)) throw new DomainError('MONTH_NOT_OVER');
    const { closingId, businesses } = await storeFigures(held, scope, { userId: principal.userId, at });
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
