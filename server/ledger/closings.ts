import { sql } from 'kysely';
import { type Day, monthOf } from '#contract/rules/dates.ts';
import { toRowId } from '#server/database/queries.ts';
import { DomainError } from '#server/domain-error.ts';
import { type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { FIGURE_COLUMNS, type MonthFigures, toFigures } from './month-figures.ts';

export interface MonthClosing {
  readonly closingId: number;
  readonly aslId: number;
  readonly aslName: string;
  /** Null when the month was closed for all businesses; then `companyName` is null too. */
  readonly businessId: number | null;
  readonly companyName: string | null;
  readonly month: Day;
  readonly closedAt: Date;
  readonly username: string;
  readonly figures: MonthFigures;
}

export function selectClosings(db: Database) {
  return db
    .selectFrom('month_closing')
    .innerJoin('asl', 'asl.asl_id', 'month_closing.asl_id')
    .innerJoin('app_user', 'app_user.user_id', 'month_closing.user_id')
    .leftJoin('business', 'business.business_id', 'month_closing.business_id')
    .select(['closing_id as closingId', 'month_closing.asl_id as aslId', 'asl.name as aslName'])
    .select(['month_closing.business_id as businessId', 'company_name as companyName'])
    .select(['month', 'closed_at as closedAt', 'username'])
    .select(FIGURE_COLUMNS);
}

type ClosingRow = Awaited<ReturnType<ReturnType<typeof selectClosings>['executeTakeFirstOrThrow']>>;

export function toClosing(row: ClosingRow): MonthClosing {
  const { closingId, aslId, aslName, businessId, companyName, month, closedAt, username } = row;
  return { closingId, aslId, aslName, businessId, companyName, month, closedAt, username, figures: toFigures(row) };
}

/** The filters of a search for closings. */
interface ClosingSearch extends PageRequest {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly month?: Day | undefined;
}

/**
 * Closed months, latest first; the closing of all businesses comes before those of single businesses. A district
 * operator sees only those of their authority.
 * @throws DomainError ASL_NOT_FOUND when a district operator names another authority
 */
export async function searchClosings(
  { db }: Services,
  principal: Principal,
  { aslId = principal.aslId ?? undefined, businessId, month, ...request }: ClosingSearch,
): Promise<Page<MonthClosing>> {
  if (principal.aslId !== null && aslId !== principal.aslId) throw new DomainError('ASL_NOT_FOUND');
  const { page, pageSize, offset } = pageWindow(request);
  const matching = selectClosings(db)
    .$if(aslId !== undefined, (query) => query.where('month_closing.asl_id', '=', toRowId(aslId ?? 0)))
    .$if(businessId !== undefined, (query) => query.where('month_closing.business_id', '=', toRowId(businessId ?? 0)))
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''));
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const sorted = matching
    .orderBy('month', 'desc')
    .orderBy(sql`month_closing.business_id is null`, 'desc')
    .orderBy('closing_id', 'desc')
    .limit(pageSize)
    .offset(offset);
  const rows = await sorted.execute();
  return { rows: rows.map(toClosing), page, pageSize, totalCount: Number(count) };
}

/** A closed month as a bill shows it. */
export interface ClosedMonth {
  readonly month: Day;
  readonly closedAt: Date;
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
    .where('month_closing.asl_id', '=', toRowId(aslId))
    .where(
      'month_closing.business_id',
      businessId === undefined ? 'is' : '=',
      businessId === undefined ? null : toRowId(businessId),
    )
    .where('month', '>=', first)
    .where('month', '<=', last)
    .orderBy('month')
    .execute();
  return rows
    .map(toClosing)
    .filter(({ month }) => monthOf(month).last <= last)
    .map(({ month, closedAt, figures: { purchases, cancellations, corrections, controlTotal } }) => {
      return { month, closedAt, rows: purchases.count + cancellations.count + corrections.count, controlTotal };
    });
}
