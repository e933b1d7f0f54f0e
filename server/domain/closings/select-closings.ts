import type { Day } from '#contract/rules/dates.ts';
import type { Database } from '../context.ts';
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
