import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CategoryType } from '#contract/entities/category.ts';
import type { Day } from '#contract/rules/dates.ts';
import type { Principal } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

/** The months (by their first days, both included), parties and dossier type of the spending. */
export interface SpendingFilters {
  readonly monthStart: Day;
  readonly monthEnd: Day;
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly type?: CategoryType | undefined;
}

/**
 * The filters of an operator; a district operator is limited to their own authority.
 * @throws DomainError INVALID_REQUEST when the last month is before the first, ASL_NOT_FOUND for another authority
 */
export function ownFilters<F extends SpendingFilters>({ aslId }: Principal, filters: F): F {
  if (filters.monthEnd < filters.monthStart) throw new DomainError('INVALID_REQUEST', { field: 'monthEnd' });
  if (aslId === null) return filters;
  if ((filters.aslId ?? aslId) !== aslId) throw new DomainError('ASL_NOT_FOUND');
  return { ...filters, aslId };
}

/** The condition of these filters on a table with the columns month, asl_id and business_id. */
export function matchesFilters(
  table: string,
  { monthStart, monthEnd, aslId, businessId }: Omit<SpendingFilters, 'type'>,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`${column('month')} between ${monthStart}::date and ${monthEnd}::date
    ${aslId === undefined ? sql`` : sql`and ${column('asl_id')} = ${toRowId(aslId)}`}
    ${businessId === undefined ? sql`` : sql`and ${column('business_id')} = ${toRowId(businessId)}`}`;
}
