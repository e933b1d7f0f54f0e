import { sql } from 'kysely';
import { adminKinds } from '#contract/admin/kinds.ts';
import { CATEGORY_TYPES } from '#contract/entities/shared.ts';
import type { Locked, RowLock } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import { mapResource, type Values } from '../admin-resource.ts';

/** Whether a voucher of this kind would be worth something at some age. */
function hasCeiling(values: Values): boolean {
  return Object.keys(values).some((field) => /^(?:fe)?male\d/.test(field) && values[field] !== undefined);
}

function requireAmounts({ amountBy, fromMonths, ...values }: Values, before?: Values): void {
  if (before && before.amountBy !== amountBy) throw new DomainError('INVALID_REQUEST', { field: 'amountBy' });
  const isByAge = amountBy === 'CEILINGS';
  if (isByAge && !hasCeiling(values)) throw new DomainError('INVALID_REQUEST', { field: 'male0' });
  if (!isByAge && (hasCeiling(values) || fromMonths !== undefined))
    throw new DomainError('INVALID_REQUEST', { field: 'amountBy' });
}

export const kinds = mapResource(
  adminKinds,
  {},
  {
    table: 'dossier_kind',
    verify(_source, _principal, values, before) {
      if (CATEGORY_TYPES.some((code) => code === before?.code)) return Promise.reject(new DomainError('NOT_POSSIBLE'));
      requireAmounts(values, before);
      return Promise.resolve();
    },
  },
);

/** The lock of a kind in which something new is made: whoever changes it waits, by whatever tool. */
export function lockOfKind(code: unknown): RowLock {
  return { table: 'dossier_kind', key: 'kind_id', which: sql`code = ${String(code)}`, strength: 'share' };
}

/**
 * A kind that takes new dossiers and categories, which the transaction holds.
 * @throws DomainError INVALID_REQUEST if it does not
 */
export async function requireOpenKind(db: Locked<Database>, code: unknown) {
  const kind = await db
    .selectFrom('dossier_kind')
    .select(['amount_by', 'disabled_at'])
    .where('code', '=', String(code))
    .executeTakeFirst();
  if (!kind || kind.disabled_at) throw new DomainError('INVALID_REQUEST', { field: 'type' });
  return kind;
}
