import { sql } from 'kysely';
import { endOfDay, monthOf } from '#contract/rules/dates.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type MonthRequest, monthScope, type MonthScope, scopeSql } from './close-month.ts';
import { isOver } from './entries.ts';
import {
  FIGURE_COLUMNS,
  type FigureRow,
  FIGURES,
  monthEntries,
  type MonthFigures,
  toFigures,
} from './month-figures.ts';

/** Figures of a scope, and the time when they were closed. */
export interface Closable {
  readonly figures: MonthFigures;
  readonly closedAt: Date | null;
}

/** The present figures of a month of a health authority: in total, and by business in the order of their names. */
export interface AslMonth extends MonthScope, Closable {
  readonly isOver: boolean;
  readonly businesses: readonly (Closable & { readonly businessId: number; readonly companyName: string })[];
}

interface StoredRow extends FigureRow {
  readonly businessId: number | null;
  readonly companyName: string | null;
  readonly closedAt: Date | null;
}

/** The stored figures when the whole scope is closed; an empty list when it is open or has no purchases or orders. */
async function readFrozen(db: Database, { aslId, businessId, month }: MonthScope): Promise<readonly StoredRow[]> {
  const rows = await db
    .selectFrom('month_closing')
    .leftJoin('business', 'business.business_id', 'month_closing.business_id')
    .select(['month_closing.business_id as businessId', 'company_name as companyName', 'closed_at as closedAt'])
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
      coalesce(closed.closed_at, whole.closed_at) as "closedAt", ${sql.join(FIGURE_COLUMNS.map(frozen))}
    from (
      select business_id, ${FIGURES} from ${monthEntries(scopeSql(scope))} entry
      group by grouping sets ((business_id), ())
    ) figure
    left join business on business.business_id = figure.business_id
    left join month_closing whole
      on whole.asl_id = ${aslId} and whole.month = ${month}::date and whole.business_id is null
    left join month_closing closed on closed.asl_id = ${aslId} and closed.month = ${month}::date
      and closed.business_id is not distinct from coalesce(figure.business_id, ${businessId}::integer)
    order by folded_company_name, company_name, figure.business_id`;
  return (await withConcurrencyLimit('long', () => figures.execute(db))).rows;
}

/**
 * The figures of a month: stored figures for closed scopes, computed figures for the others.
 * @throws DomainError as `monthScope`
 */
export async function readMonth(services: Services, principal: Principal, request: MonthRequest): Promise<AslMonth> {
  const { db } = services;
  const scope = await monthScope(db, principal, request);
  // First, so that the figures have everything that was under way.
  const isMonthOver = await isOver(services, endOfDay(monthOf(scope.month).last));
  const stored = await readFrozen(db, scope);
  const rows = stored.length > 0 ? stored : await readPresent(db, scope);
  const closables = rows.map(({ closedAt, ...row }) => ({ ...row, closedAt, figures: toFigures(row) }));
  const all = closables.find((row) => row.businessId === null);
  if (all === undefined) throw new Error('A month has no sum');
  return {
    ...scope,
    isOver: isMonthOver,
    figures: all.figures,
    closedAt: all.closedAt,
    businesses: closables.flatMap(({ businessId: id, companyName, closedAt, figures: own }) =>
      id === null ? [] : [{ businessId: id, companyName: companyName ?? '', closedAt, figures: own }],
    ),
  };
}
