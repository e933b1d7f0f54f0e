import { SQLSTATES } from '#server/database/sqlstates.ts';
import { DomainError } from '../domain-error.ts';
import type { AdminResource } from './admin-resource.ts';

/** The name of the database constraint that keeps at least one operator of the region (rules §9). */
const LAST_OPERATOR = 'app_user_last_operator';

/** The field with this constraint. PostgreSQL names a constraint by table and first column. */
function fieldOf({ table, columns, links = {} }: AdminResource, constraint: string): string | undefined {
  const named = (owner: string, column: string) => constraint.startsWith(`${owner}_${column}_`);
  const column = Object.entries(columns).find(([, name]) => named(table, name));
  const link = Object.entries(links).find(([, { table: connecting, other }]) => named(connecting, other));
  return (column ?? link)?.[0];
}

/** Whether the database refused to take the region from its last operator. */
export function isLastOperator(error: unknown): boolean {
  return (error as { readonly constraint?: unknown } | null)?.constraint === LAST_OPERATOR;
}

/**
 * The domain error for a constraint violation (duplicate, missing reference, last operator); any other error unchanged.
 */
export function constraintError(error: unknown, resource: AdminResource): unknown {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown };
  if (typeof constraint !== 'string') return error;
  if (isLastOperator(error)) return new DomainError('NOT_POSSIBLE');
  const field = fieldOf(resource, constraint);
  if (field === undefined) return error;
  if (code === SQLSTATES.uniqueViolation) return new DomainError('DUPLICATE', { field });
  return code === SQLSTATES.foreignKeyViolation ? new DomainError('INVALID_REQUEST', { field }) : error;
}
