import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CategoryType } from '#contract/entities/category.ts';
import type { Day } from '#contract/rules/dates.ts';
import type { Principal } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

/** Which months are meant, by their first days, both included; of whom, and for which kind of dossier. */
export interface SpendingFilters {
  readonly monthStart: Day;
  readonly monthEnd: Day;
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly type?: CategoryType | undefined;
}

/**
 * The filters of an operator, of a district office those of its own authority.
 * @throws DomainError INVALID_REQUEST where the last month is before the first, ASL_NOT_FOUND for another authority
 */
export function ownFilters<F extends SpendingFilters>({ aslId }: Principal, filters: F): F {
  if (filters.monthEnd < filters.monthStart) throw new DomainError('INVALID_REQUEST', { field: 'monthEnd' });
  if (aslId === null) return filters;
  if ((filters.aslId ?? aslId) !== aslId) throw new DomainError('ASL_NOT_FOUND');
  return { ...filters, aslId };
}

/** What these filters leave of a table that has months, authorities and businesses. */
export function isMeant(
  table: string,
  { monthStart, monthEnd, aslId, businessId }: Omit<SpendingFilters, 'type'>,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`${column('month')} between ${monthStart}::date and ${monthEnd}::date
    ${aslId === undefined ? sql`` : sql`and ${column('asl_id')} = ${toRowId(aslId)}`}
    ${businessId === undefined ? sql`` : sql`and ${column('business_id')} = ${toRowId(businessId)}`}`;
}
