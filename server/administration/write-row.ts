import { sql } from 'kysely';
import { readInstant } from '#server/database/clock.ts';
import { holding, lockRows, type RowLock } from '#server/database/row-locks.ts';
import { SQLSTATES } from '#server/database/sqlstates.ts';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';
import { DomainError } from '#server/domain-error.ts';
import { lockOperator, requireOperator } from '#server/reference/users.ts';
import type { Principal, RowSource, Services } from '#server/services.ts';
import {
  type AdminResource,
  bodySchemas,
  fieldsOf,
  type Link,
  type LockedSource,
  type Values,
} from './admin-resource.ts';
import { consultRow, selectRow } from './read-rows.ts';
import { lockOf, rowForm, writeRows } from './write-rows.ts';

/** The name of the database constraint that keeps at least one operator of the region (rules §9). */
const LAST_OPERATOR = 'app_user_last_operator';

/** The field with this constraint. PostgreSQL names a constraint by table and first column. */
function fieldOf({ table, columns, links }: AdminResource, constraint: string): string | undefined {
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

/** The parameters of a write. */
interface Writing {
  readonly resource: AdminResource;
  readonly call: Call;
  readonly principal: Principal;
  readonly values: Values;
}

/** The value of a field as it is compared and stored; a list without an order of its own is sorted. */
function toStored(value: unknown, link: Link | undefined, shape: Shape | undefined): unknown {
  if (shape?.kind === 'flag') return value === true;
  if (link === undefined) return value ?? null;
  const ids = [...new Set((value ?? []) as number[])];
  return link.order === undefined ? ids.sort((one, other) => one - other) : ids;
}

/**
 * Writes a row as a batch of one: all fields of the body, of which an absent one becomes null. Nothing happens when no
 * field has changed.
 * @param before the row as it is stored; undefined for a new one
 * @returns the row in its present state
 */
async function save(
  source: LockedSource,
  { resource, call, principal, values }: Writing,
  before: { readonly id: number; readonly row: Values } | undefined,
  at: Date,
): Promise<Values> {
  const names = Object.keys(bodySchemas(call)).filter((field) => field !== 'version');
  const shapes = fieldsOf(resource);
  const json = (row: Values) =>
    JSON.stringify(
      Object.fromEntries(names.map((name) => [name, toStored(row[name], resource.links[name], shapes[name])])),
    );
  let id = before?.id;
  const lines = () => sql`(select * from (select 1 as line, ${id ?? null}::bigint as id,
      ${before ? json(before.row) : null}::jsonb as was, ${json(values)}::jsonb as becomes) as given
    where was is distinct from becomes)`;
  const withIds = ([made]: readonly number[]) => {
    id = made;
    return lines();
  };
  await writeRows(
    source.db,
    rowForm(resource, names, at),
    { lines: lines(), withIds },
    { clock: source.clock, by: principal },
  );
  return consultRow(source, resource, principal, Number(id), at);
}

async function inTransaction<T>(
  services: Services,
  { resource, principal, values }: Writing,
  work: (source: RowSource) => Promise<T>,
): Promise<T> {
  try {
    return await services.db.transaction().execute((trx) => work({ ...services, db: trx }));
  } catch (error) {
    const refusal = constraintError(error, resource);
    const isDuplicate = refusal instanceof DomainError && refusal.description === 'DUPLICATE';
    const explained = isDuplicate ? await resource.explainDuplicate?.(services, principal, values) : undefined;
    throw explained ?? refusal;
  }
}

/**
 * Locks what a write rests on, until the transaction ends: whoever disables the operator waits for it, and is waited for.
 * The operator comes first, as everywhere.
 * @returns the transaction, in which all of it is as it is now
 * @throws DomainError NOT_AUTHENTICATED when the operator may not act any more
 */
async function lockGrounds(source: RowSource, principal: Principal, locks: readonly RowLock[]): Promise<LockedSource> {
  // Users are locked with their operator, so that of two operators who change each other one waits for the other.
  if (!locks.some(({ table }) => table === 'app_user')) await lockOperator(source.db, principal.userId);
  for (const lock of locks) await lockRows(source.db, lock);
  const db = holding(source.db);
  await requireOperator(db, principal);
  return { ...source, db };
}

/**
 * Creates a row.
 * @param answer creates the response; if it throws, no row is created
 * @throws DomainError DUPLICATE, INVALID_REQUEST with the field of a missing reference, and the errors of the
 * resource's `verify`
 */
export function createRow<Answer>(
  services: Services,
  writing: Writing,
  answer: (row: Values) => Answer,
): Promise<Answer> {
  const { resource, principal, values } = writing;
  return inTransaction(services, writing, async (source) => {
    const locked = await lockGrounds(source, principal, resource.restsOn?.(values) ?? []);
    const at = await readInstant(locked.db, services);
    await resource.verify?.(locked, principal, values);
    return answer(await save(locked, writing, undefined, at));
  });
}

/** @throws DomainError PATIENT_OF_ANOTHER_ASL where an office sees a row only because its authority has paid it */
async function requirePower(
  trx: LockedSource['db'],
  { table, id: { column }, power }: AdminResource,
  { aslId }: Principal,
  id: number,
): Promise<void> {
  if (aslId === null || power === undefined) return;
  const { rows } = await sql`select from ${sql.table(table)}
    where ${sql.ref(`${table}.${column}`)} = ${id} and ${power(aslId)}`.execute(trx);
  if (rows.length === 0) throw new DomainError('PATIENT_OF_ANOTHER_ASL');
}

/** A row as it is now, and the transaction that holds it. */
interface LockedRow {
  readonly source: LockedSource;
  readonly row: Values;
}

/**
 * Reads a row and locks it until the transaction ends.
 * @param strength `update` waits for the sales under way that rest on the row, and makes new ones wait
 * @param restsOn what the row rests on, locked before it
 * @throws DomainError VERSION_CONFLICT when the row has changed since the user read it, PATIENT_OF_ANOTHER_ASL, and as
 * `selectRow`
 */
export async function lockAdminRow(
  source: RowSource,
  resource: AdminResource,
  principal: Principal,
  { id, version }: { readonly id: number; readonly version: unknown },
  strength: 'update' | 'no key update',
  restsOn: readonly RowLock[] = [],
): Promise<LockedRow> {
  const { lockedFirst } = resource;
  const first = lockedFirst ? [lockedFirst(id, principal)] : [];
  const own = lockOf(resource, sql`${sql.ref(resource.id.column)} = ${id}`, strength);
  const locked = await lockGrounds(source, principal, [...restsOn, ...first, own]);
  const row = await selectRow(locked, resource, principal, id);
  await requirePower(locked.db, resource, principal, id);
  if (row.version !== version) throw new DomainError('VERSION_CONFLICT');
  return { source: locked, row };
}

/**
 * Changes a row, unless it has changed since the user read it.
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError VERSION_CONFLICT, and as `createRow` and `selectRow`
 */
export function updateRow<Answer>(
  services: Services,
  id: number,
  writing: Writing,
  answer: (row: Values) => Answer,
): Promise<Answer> {
  const { resource, principal, values } = writing;
  return inTransaction(services, writing, async (source) => {
    const restsOn = resource.restsOn?.(values);
    const asked = { id, version: values.version };
    const { source: locked, row } = await lockAdminRow(source, resource, principal, asked, 'update', restsOn);
    const at = await readInstant(locked.db, services);
    await resource.verify?.(locked, principal, values, row);
    return answer(await save(locked, writing, { id, row }, at));
  });
}
