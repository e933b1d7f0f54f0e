import { sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import type { Principal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import type { MonthSql } from './month-figures.ts';

/** Which month an operator means: of a health authority, of one business or of all. */
export interface MonthRequest {
  readonly aslId: number;
  readonly businessId?: number | undefined;
  /** Its first day. */
  readonly month: Day;
}

/** The same, of rows that there are. */
export interface MonthScope {
  readonly aslId: number;
  readonly aslName: string;
  /** None where all businesses are meant. */
  readonly businessId: number | null;
  readonly month: Day;
}

/**
 * An operator of the region means any authority, one of a district office its own.
 * @throws DomainError ASL_NOT_FOUND for an unknown one or another's, BUSINESS_NOT_FOUND
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

/** A scope as parameters of a statement. */
export function scopeSql({ aslId, businessId, month }: MonthScope): MonthSql {
  return {
    asl: sql`${aslId}::integer`,
    month: sql`${month}::date`,
    isOfBusiness: (table) =>
      businessId === null ? sql`true` : sql`${sql.ref(`${table}.business_id`)} = ${businessId}::integer`,
  };
}
