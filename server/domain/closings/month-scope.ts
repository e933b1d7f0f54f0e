import { sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import type { Principal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import type { MonthSql } from './month-figures.ts';

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
