import { type RawBuilder, sql } from 'kysely';
import type { Actor, AuditAction } from '#server/access-log/audit.ts';
import type { Clocks } from '#server/database/clock.ts';
import type { Locked, RowLock, Strength } from '#server/database/row-locks.ts';
import type { Shape } from '#contract/wire.ts';
import type { Database } from '#server/services.ts';
import { type AdminResource, fieldsOf, type Link, type Reference, type Values } from './admin-resource.ts';

/** A field in a column of the row, in SQL: `t` is the stored row, `l.becomes` has the new values. */
interface StoredField {
  readonly field: string;
  readonly column: string;
  readonly was: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

/** A field of links to other rows. `wanted` is a query for their ids and places, from 1. */
interface LinkedField {
  readonly field: string;
  readonly link: Link;
  readonly was: RawBuilder<unknown>;
  readonly wanted: RawBuilder<unknown>;
}

/** The fields of a resource that a form or a file has, in SQL. */
export interface RowForm {
  readonly resource: AdminResource;
  readonly stored: readonly StoredField[];
  readonly linked: readonly LinkedField[];
}

const TYPES: Partial<Record<Shape['kind'], string>> = {
  id: 'bigint',
  integer: 'integer',
  amount: 'numeric',
  date: 'date',
  coordinate: 'float8',
};

function ownId({ table, id }: AdminResource): RawBuilder<unknown> {
  return sql.ref(`${table}.${id.column}`);
}

function textOf(field: string): RawBuilder<unknown> {
  return sql`l.becomes->>${sql.lit(field)}`;
}

function listOf(field: string): RawBuilder<unknown> {
  return sql`jsonb_array_elements_text(nullif(l.becomes->${sql.lit(field)}, 'null')) with ordinality`;
}

/** The condition that a row is the one that a text names. */
function isNamed({ table, key, within = sql`true` }: Reference, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.${key}`)} = ${text} and ${within}`;
}

function column(field: string, name: string, kind: Shape['kind'] = 'text'): StoredField {
  const type = sql.raw(TYPES[kind] ?? 'text');
  return { field, column: name, was: sql`to_jsonb(t.${sql.ref(name)})`, value: sql`(${textOf(field)})::${type}` };
}

/** A column that refers to a row, which the field names. The id has the same name in both tables. */
function referring(field: string, name: string, reference: Reference): StoredField {
  const { table, key } = reference;
  const id = sql.ref(`${table}.${name}`);
  return {
    field,
    column: name,
    was: sql`(select to_jsonb(${sql.ref(`${table}.${key}`)}) from ${sql.table(table)} where ${id} = t.${sql.ref(name)})`,
    value: sql`(select ${id} from ${sql.table(table)} where ${isNamed(reference, textOf(field))})`,
  };
}

function linking({ id }: AdminResource, field: string, link: Link, reference?: Reference): LinkedField {
  if (reference === undefined) {
    const wanted = sql`select given.id::bigint, given.place from ${listOf(field)} as given (id, place)`;
    return { field, link, was: sql`null`, wanted };
  }
  const { table, key } = reference;
  const [other, name] = [sql.ref(link.other), sql.ref(`${table}.${key}`)];
  const order = link.order === undefined ? sql`${name} collate "C"` : sql.ref(link.order);
  return {
    field,
    link,
    was: sql`(select jsonb_agg(${name} order by ${order}) from ${sql.table(link.table)}
      join ${sql.table(table)} using (${other}) where ${sql.ref(`${link.table}.${link.own}`)} = t.${sql.ref(id.column)})`,
    wanted: sql`select ${sql.ref(`${table}.${link.other}`)}, given.place from ${listOf(field)} as given (name, place)
      join ${sql.table(table)} on ${isNamed(reference, sql`given.name`)}`,
  };
}

/** A flag that is stored as the time since when it holds; a row for which it did not gets `at`. */
function heldSince(resource: AdminResource, field: string, name: string, at: Date): StoredField {
  const since = sql`(select ${sql.ref(name)} from ${sql.table(resource.table)} where ${ownId(resource)} = l.id)`;
  return {
    field,
    column: name,
    was: sql`to_jsonb(t.${sql.ref(name)} is not null)`,
    value: sql`case when (${textOf(field)})::boolean then coalesce(${since}, ${at}) end`,
  };
}

/**
 * The fields with these names. A name may be a field's own, or that by which people call what the field refers to
 * (`references`); any other is stored elsewhere.
 * @param at since when a row is disabled that was not
 */
export function rowForm(resource: AdminResource, names: readonly string[], at: Date): RowForm {
  const { columns, since, links, references = {} } = resource;
  const shapes = fieldsOf(resource);
  const stored: StoredField[] = [];
  const linked: LinkedField[] = [];
  for (const name of names) {
    const reference = references[name];
    const field = reference?.field ?? name;
    const [to, flag, link] = [columns[field], since[field], links[field]];
    if (link !== undefined) linked.push(linking(resource, name, link, reference));
    else if (to !== undefined)
      stored.push(reference ? referring(name, to, reference) : column(name, to, shapes[field]?.kind));
    else if (flag !== undefined) stored.push(heldSince(resource, name, flag, at));
  }
  return { resource, stored, linked };
}

/** The condition that what a line refers to is there; `value` is the JSON of its text, or of a list of texts. */
export function isThere(
  { links }: AdminResource,
  reference: Reference,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isKnown = (text: RawBuilder<unknown>) =>
    sql`exists (select from ${sql.table(reference.table)} where ${isNamed(reference, text)})`;
  if (links[reference.field] === undefined) return isKnown(sql`(${value}#>>'{}')`);
  return sql`not exists (select from jsonb_array_elements_text(${value}) as given (name)
    where not ${isKnown(sql`given.name`)})`;
}

/** The rows of a resource as `t`: those of its table that are its own. */
export function ownRows({ table, only }: AdminResource): RawBuilder<unknown> {
  return only === undefined
    ? sql`${sql.table(table)} as t`
    : sql`(select * from ${sql.table(table)} where ${only}) as t`;
}

/** The lock of rows of a resource that are its own. */
export function lockOf(
  { table, id, only = sql`true` }: AdminResource,
  which: RawBuilder<unknown>,
  strength: Strength,
): RowLock {
  return { table, key: id.column, which: sql`(${which}) and ${only}`, strength };
}

/** Rows to write that differ from what is stored, in SQL. */
export interface RowBatch {
  /** A relation with `line`, `id`, `was` and `becomes`; of a new row `id` and `was` are null. */
  readonly lines: RawBuilder<unknown>;
  /** The same relation when the new rows have got these ids. */
  readonly withIds: (ids: readonly number[]) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
  /** The field by which the lines have found their rows. It stays as it is stored, and several lines make one row. */
  readonly key?: string;
  /** Fields that are stored elsewhere. */
  readonly apart?: readonly string[];
  /** Column values of new rows besides the fields. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Writes what depends on the rows, before their audit. */
  readonly after?: () => Promise<void>;
}

async function changeRows(trx: Database, { resource, stored }: RowForm, batch: RowBatch): Promise<void> {
  const { lines, key, apart = [] } = batch;
  const own = sql`${sql.val(apart)}::text[]`;
  const set = stored.filter(({ field }) => field !== key);
  const columns = set.map(({ column: name, value }) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(resource.table)} as t
    set ${sql.join([...columns, sql`version = t.version + 1`])} from ${lines} as l
    where t.${sql.ref(resource.id.column)} = l.id and l.was - ${own} <> l.becomes - ${own}`.execute(trx);
}

async function makeRows(trx: Database, { resource, stored }: RowForm, batch: RowBatch): Promise<number[]> {
  const { lines, key, initial = resource.initial ?? {} } = batch;
  const same = key === undefined ? sql`line` : textOf(key);
  const constants = Object.entries(initial).map(([name, word]) => ({ column: name, value: sql`${word}` }));
  const set = [...stored, ...constants];
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(resource.table)}
    (${sql.join(set.map(({ column: name }) => sql.ref(name)))})
    select ${sql.join(set.map(({ value }) => value))} from (
      select distinct on (${same}) l.* from ${lines} as l where l.was is null order by ${same}, line
    ) as l order by l.line returning ${sql.ref(resource.id.column)} as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Links the rows as wanted. Unchanged links stay, because other rows depend on them. */
async function linkRows(trx: Database, { linked }: RowForm, lines: RawBuilder<unknown>): Promise<void> {
  for (const { link, wanted } of linked) {
    const { table, own, other, order } = link;
    const given = sql`(${wanted}) as given (id, place)`;
    await sql`delete from ${sql.table(table)} as linked using ${lines} as l
      where linked.${sql.ref(own)} = l.id
        and not exists (select from ${given} where given.id = linked.${sql.ref(other)})`.execute(trx);
    const columns = [own, other, ...(order === undefined ? [] : [order])].map((name) => sql.ref(name));
    const place = order === undefined ? sql`` : sql`, given.place - 1`;
    const kept = order === undefined ? sql`nothing` : sql`update set ${sql.ref(order)} = excluded.${sql.ref(order)}`;
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select l.id, given.id ${place} from ${lines} as l cross join lateral ${given}
      on conflict (${sql.ref(own)}, ${sql.ref(other)}) do ${kept}`.execute(trx);
  }
}

/** By whom rows are written, and what their audit says besides. */
interface Occasion {
  /** Read by the statement of the audit, after the last lock. */
  readonly clock: Clocks['clock'];
  readonly by: Partial<Actor>;
  /** By default that a row is created or changed. */
  readonly action?: AuditAction;
  readonly details?: Values;
}

/** The fields, of whatever resource, that tell who a person is: records have no names (docs/decisions/0068-records-by-month.md). */
export const PERSONAL = [
  'birthDate',
  'email',
  'firstName',
  'fiscalCode',
  'gender',
  'lastName',
  'patientName',
  'phone',
  'username',
] as const;

/** Writes the audit with the old and new value of each changed field. Of personal fields the values are left out. */
export async function auditRows(
  trx: Database,
  { table, id, columns }: AdminResource,
  lines: RawBuilder<unknown>,
  { clock, by, action, details = {} }: Occasion,
): Promise<void> {
  const ofRow = sql`(select patient_id from ${sql.table(table)} as t where t.${sql.ref(id.column)} = l.id)`;
  const ofLine = 'patientId' in columns ? ofRow : sql`(l.becomes->>'patientId')::bigint`;
  const patientId = table === 'patient' ? sql`l.id` : ofLine;
  const voucherId = table === 'voucher' ? sql`l.id` : sql`null::bigint`;
  const { userId = null, businessId = null, address = null, trace = null, callerTrace = null } = by;
  await sql`insert into audit (at, action, user_id, business_id, address, trace, caller_trace, patient_id, voucher_id, details)
    select ${clock()},
      coalesce(${action ?? null}, case when l.was is null then 'ROW_CREATED' else 'ROW_CHANGED' end),
      ${userId}::bigint, ${businessId}::bigint, ${address}, ${trace}, ${callerTrace}::text, ${patientId}, ${voucherId},
      ${JSON.stringify(details)}::jsonb || jsonb_build_object('table', ${table}::text, 'id', l.id, 'changes', (
        select coalesce(jsonb_object_agg(field.key, case
          when field.key = any (${PERSONAL}::text[]) then '{}'::jsonb
          when l.was is null then jsonb_build_object('to', field.value)
          else jsonb_build_object('from', l.was->field.key, 'to', field.value) end), '{}')
        from jsonb_each(l.becomes) as field where coalesce(l.was->field.key, 'null') <> field.value
      )) from ${lines} as l order by l.line`.execute(trx);
}

/**
 * Creates and changes rows of a resource, with their links, versions and audit: one row of a form, or thousands of an
 * import. Whoever calls it has compared the rows with what is stored, checked them by the rules of the resource, and
 * holds the locks of those that change.
 */
export async function writeRows(
  trx: Locked<Database>,
  form: RowForm,
  batch: RowBatch,
  occasion: Occasion,
): Promise<void> {
  await changeRows(trx, form, batch);
  const made = await makeRows(trx, form, batch);
  const lines = made.length > 0 ? await batch.withIds(made) : batch.lines;
  await linkRows(trx, form, lines);
  await batch.after?.();
  await auditRows(trx, form.resource, lines, occasion);
}
