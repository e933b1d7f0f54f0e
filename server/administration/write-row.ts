import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '#server/access-log/audit.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { toRowId } from '#server/database/queries.ts';
import { SQLSTATES } from '#server/database/sqlstates.ts';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type AdminResource, bodyFields, fieldsOf, type Values } from './admin-resource.ts';
import { idColumn, patientIdOf, selectRow } from './read-rows.ts';

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

type Column = readonly [name: string, value: RawBuilder<unknown>];

function toColumn(value: unknown, shape: Shape | undefined): unknown {
  return shape?.kind === 'id' && typeof value === 'number' ? toRowId(value) : (value ?? null);
}

/** The columns and values of a body. A field that is absent from the body becomes null. */
function columnsOf(resource: AdminResource, call: Call, values: Values, now: Date): Column[] {
  const fields = fieldsOf(resource);
  const written = bodyFields(call);
  const columns = Object.entries(resource.columns)
    .filter(([field]) => written.includes(field))
    .map(([field, column]): Column => [column, sql`${toColumn(values[field], fields[field])}`]);
  if (!written.includes('disabled')) return columns;
  const since = sql.ref(`${resource.table}.disabled_at`);
  const isNew = call === resource.calls.create;
  const disabledAt = isNew ? sql`${now}` : sql`coalesce(${since}, ${now})`;
  return [...columns, ['disabled_at', values.disabled === true ? disabledAt : sql`null`]];
}

/** Updates the links of a row. Unchanged links stay, because other rows depend on them. */
async function updateLinks(trx: Database, { links = {} }: AdminResource, id: number, values: Values): Promise<void> {
  for (const [field, { table, own, other, order }] of Object.entries(links)) {
    const ids = [...new Set((values[field] ?? []) as number[])].map(toRowId);
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(own)} = ${id} and ${sql.ref(other)} <> all(${ids}::int[])`.execute(trx);
    const columns = [own, other, ...(order === undefined ? [] : [order])].map((column) => sql.ref(column));
    const place = order === undefined ? sql`` : sql`, place - 1`;
    const kept = order === undefined ? sql`nothing` : sql`update set ${sql.ref(order)} = excluded.${sql.ref(order)}`;
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${id}::int, id ${place} from unnest(${ids}::int[]) with ordinality as linked (id, place)
      on conflict (${sql.ref(own)}, ${sql.ref(other)}) do ${kept}`.execute(trx);
  }
}

/** The changed fields with their old and new values. For secret fields the values are left out. */
export function changesOf(
  { secret = [] }: AdminResource,
  before: Values,
  after: Values,
  fields: readonly string[],
): Values {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(
    changed.map((field) => [field, secret.includes(field) ? {} : { from: before[field], to: after[field] }]),
  );
}

/** A write to a row; `before` is undefined for a new row. */
interface Written {
  readonly id: number;
  readonly before: Values | undefined;
  readonly at: Date;
}

/**
 * Writes the audit of a change and increments the version; nothing happens when no field has changed.
 * @returns the row in its present state
 */
async function recordChange(
  trx: Database,
  resource: AdminResource,
  principal: Principal,
  { id, before, at }: Written,
): Promise<Values> {
  const after = await selectRow(trx, resource, principal, id);
  const written = [...Object.keys(resource.columns), ...Object.keys(resource.links ?? {}), 'disabled'];
  const changes = changesOf(resource, before ?? {}, after, written);
  const patientId = patientIdOf(after);
  if (patientId !== undefined) await writeConsultation(trx, principal, [patientId], { at });
  if (before !== undefined) {
    if (Object.keys(changes).length === 0) return after;
    await sql`update ${sql.table(resource.table)} set version = version + 1
      where ${sql.ref(idColumn(resource))} = ${id}`.execute(trx);
  }
  await writeAudit(trx, {
    at,
    action: before === undefined ? 'ROW_CREATED' : 'ROW_CHANGED',
    by: principal,
    ...(patientId !== undefined && { patientId }),
    details: { table: resource.table, id, changes },
  });
  return before === undefined ? after : { ...after, version: Number(after.version) + 1 };
}

/** The parameters of a write. */
interface Writing {
  readonly resource: AdminResource;
  readonly principal: Principal;
  readonly values: Values;
}

async function inTransaction<T>(
  services: Services,
  { resource, principal, values }: Writing,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  try {
    return await services.db.transaction().execute(work);
  } catch (error) {
    const refusal = constraintError(error, resource);
    const isDuplicate = refusal instanceof DomainError && refusal.description === 'DUPLICATE';
    const explained = isDuplicate ? await resource.explainDuplicate?.(services, principal, values) : undefined;
    throw explained ?? refusal;
  }
}

/**
 * Creates a row.
 * @param answer creates the response; if it throws, no row is created
 * @throws DomainError DUPLICATE, INVALID_REQUEST with the field of a missing reference, and the errors of the
 * resource's `verify`
 */
export function createRow<Answer>(
  services: Services,
  resource: AdminResource,
  call: Call,
  principal: Principal,
  values: Values,
  answer: (row: Values) => Answer,
): Promise<Answer> {
  return inTransaction(services, { resource, principal, values }, async (trx) => {
    const at = services.now();
    await resource.verify?.(trx, principal, values);
    const initial = Object.entries(resource.initial ?? {}).map(([name, value]): Column => [name, sql`${value}`]);
    const columns = [...columnsOf(resource, call, values, at), ...initial];
    const { rows } = await sql<{ id: number }>`insert into ${sql.table(resource.table)}
      (${sql.join(columns.map(([name]) => sql.ref(name)))})
      values (${sql.join(columns.map(([, value]) => value))})
      returning ${sql.ref(resource.id.column)} as id`.execute(trx);
    const id = Number(rows[0]?.id);
    await updateLinks(trx, resource, id, values);
    return answer(await recordChange(trx, resource, principal, { id, before: undefined, at }));
  });
}

/**
 * Reads a row and locks it until the transaction ends.
 * @param strength `update` waits for the sales under way that rest on the row, and makes new ones wait
 * @throws DomainError VERSION_CONFLICT when the row has changed since the user read it, and as `selectRow`
 */
export async function lockRow(
  trx: Database,
  resource: AdminResource,
  principal: Principal,
  { id, version }: { readonly id: number; readonly version: unknown },
  strength: 'update' | 'no key update',
): Promise<Values> {
  await resource.lockedFirst?.(id).execute(trx);
  await sql`select from ${sql.table(resource.table)} where ${sql.ref(idColumn(resource))} = ${id}
    for ${sql.raw(strength)}`.execute(trx);
  const row = await selectRow(trx, resource, principal, id);
  if (row.version !== version) throw new DomainError('VERSION_CONFLICT');
  return row;
}

/**
 * Changes a row, unless it has changed since the user read it.
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError VERSION_CONFLICT, and as `createRow` and `selectRow`
 */
export function updateRow<Answer>(
  services: Services,
  resource: AdminResource,
  call: Call,
  principal: Principal,
  { id: asked, values }: { readonly id: number; readonly values: Values },
  answer: (row: Values) => Answer,
): Promise<Answer> {
  return inTransaction(services, { resource, principal, values }, async (trx) => {
    const id = toRowId(asked);
    const before = await lockRow(trx, resource, principal, { id, version: values.version }, 'update');
    const at = services.now();
    await resource.verify?.(trx, principal, values);
    const columns = columnsOf(resource, call, values, at);
    const set = sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
    await sql`update ${sql.table(resource.table)} set ${set} where ${sql.ref(idColumn(resource))} = ${id}`.execute(trx);
    await updateLinks(trx, resource, id, values);
    return answer(await recordChange(trx, resource, principal, { id, before, at }));
  });
}
