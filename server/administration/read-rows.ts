import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { consultationWriter, writeConsultation } from '#server/access-log/consultations.ts';
import { follows, readOrder } from '#server/database/queries.ts';
import { DomainError } from '#server/domain-error.ts';
import {
  type BatchedPage,
  countRows,
  inBatches,
  type PageRequest,
  pageWindow,
  validRows,
  type ValidRows,
} from '#server/lists.ts';
import { serialize } from '#server/serialize.ts';
import type { ClocksAndRules, Principal, RowSource, Services } from '#server/services.ts';
import { type AdminResource, fieldsOf, type Values } from './admin-resource.ts';

/** The SQL name of the id column. */
export function idColumn({ table, id }: AdminResource): string {
  return `${table}.${id.column}`;
}

function linked(resource: AdminResource): [string, RawBuilder<unknown>][] {
  return Object.entries(resource.links).map(([field, { table, own, other, order = other }]) => [
    field,
    sql`array(select ${sql.ref(other)} from ${sql.table(table)}
      where ${sql.ref(`${table}.${own}`)} = ${sql.ref(idColumn(resource))} order by ${sql.ref(order)})`,
  ]);
}

/** The columns of a query for rows. */
function selection(resource: AdminResource, asked: ClocksAndRules, { aslId }: Principal): RawBuilder<unknown> {
  const { table, columns, since, shown, id } = resource;
  const fields = fieldsOf(resource);
  const stored: [string, string][] = [[id.field, id.column], ...Object.entries(columns)];
  const selected: [string, RawBuilder<unknown>][] = [
    ...stored.map(([field, column]): [string, RawBuilder<unknown>] => [field, sql.ref(`${table}.${column}`)]),
    ...Object.entries(since).map(([field, column]): [string, RawBuilder<unknown>] => [
      field,
      sql`${sql.ref(`${table}.${column}`)} is not null`,
    ]),
    ...Object.entries(shown).map(([field, value]): [string, RawBuilder<unknown>] => [
      field,
      typeof value === 'function' ? value(asked, aslId) : value,
    ]),
    ...linked(resource),
  ];
  if ('version' in fields) selected.push(['version', sql.ref(`${table}.version`)]);
  return sql.join(selected.map(([field, value]) => sql`${value} as ${sql.ref(field)}`));
}

/** The condition that a principal may see a row. An operator of the region sees all rows. */
export function visibleTo({ scope, only = sql`true` }: AdminResource, { aslId }: Principal): RawBuilder<SqlBool> {
  return aslId === null || scope === undefined ? only : sql`${only} and ${scope(aslId)}`;
}

/**
 * The row in the form of the contract.
 * @throws Error when one of its amounts is invalid
 */
function serializeRow(resource: AdminResource, stored: Values): Values {
  return serialize({ kind: 'record', fields: fieldsOf(resource) }, stored) as Values;
}

/**
 * Reads one row that the principal may see.
 * @throws DomainError the resource's `notFound` when the row does not exist or the principal may not see it
 */
export async function selectRow(
  source: RowSource,
  resource: AdminResource,
  principal: Principal,
  id: number,
): Promise<Values> {
  const { rows } = await sql<Values>`select ${selection(resource, source, principal)} from ${sql.table(resource.table)}
    where ${sql.ref(idColumn(resource))} = ${id} and ${visibleTo(resource, principal)}`.execute(source.db);
  const [row] = rows;
  if (row === undefined) throw new DomainError(resource.notFound);
  return serializeRow(resource, row);
}

/** The patient of a row; undefined when the rows have no patient. */
function patientIdOf({ patientId }: Values): number | undefined {
  return typeof patientId === 'number' ? patientId : undefined;
}

/** The parameters of a search: page, sort order and the filters of the resource. */
export interface RowSearch extends PageRequest {
  readonly sort?: string | undefined;
  /** Only the rows with these ids. */
  readonly ids?: readonly number[] | undefined;
  readonly [filter: string]: unknown;
}

function conditionsOf({ services, resource, principal, search }: Search): RawBuilder<SqlBool>[] {
  const { ids } = search;
  const filtered = Object.entries(resource.filters).flatMap(([name, condition]) => {
    const value = search[name];
    // The contract's schema of the same name has already parsed the value.
    return value === undefined ? [] : [condition(value as never, services, principal.aslId)];
  });
  const named = ids && sql<SqlBool>`${sql.ref(idColumn(resource))} = any(${ids}::bigint[])`;
  return named ? [...filtered, named] : filtered;
}

/** The rows that match the principal's search. */
interface Search {
  readonly services: Services;
  readonly resource: AdminResource;
  readonly principal: Principal;
  readonly search: RowSearch;
}

function matchingRows(asked: Search): RawBuilder<unknown> {
  const { resource, principal } = asked;
  const matching = sql.join([visibleTo(resource, principal), ...conditionsOf(asked)], sql` and `);
  return sql`from ${sql.table(resource.table)} where ${matching}`;
}

/** Reads the rows in their order, in batches. Patients in them are written to the access log. */
function batchesOf(asked: Search, signal: AbortSignal): AsyncIterable<ValidRows<Values>> {
  const { services, resource, principal, search } = asked;
  const { db, now } = services;
  const { table, id, sorts, sort } = resource;
  const { pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? sort, sorts);
  const rowId = idColumn(resource);
  const order = { columns: [...columns.map((column) => `${table}.${column}`), rowId], direction };
  const sorted = sql.join(order.columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const from = matchingRows(asked);
  const idOf = (row: Values) => Number(row[id.field]);

  const read = async (after: Values | undefined, limit: number) => {
    const place =
      after === undefined
        ? sql`order by ${sorted} offset ${offset}`
        : sql`and ${follows(order, table, rowId, idOf(after))} order by ${sorted}`;
    // What is computed is computed of the rows of the page alone, not of those before it.
    const page = sql`(select ${sql.table(table)}.* ${from} ${place} limit ${limit}) as ${sql.table(table)}`;
    const reading = sql<Values>`select ${selection(resource, services, principal)} from ${page} order by ${sorted}`;
    return (await reading.execute(db)).rows;
  };

  return (async function* () {
    const consult = consultationWriter(db, principal, { at: now() });
    for await (const rows of inBatches(read, signal, pageSize)) {
      const found = validRows(rows, idOf, (row) => serializeRow(resource, row));
      await consult(found.rows.flatMap((row) => patientIdOf(row) ?? []));
      yield found;
    }
  })();
}

/**
 * A page of the rows that the principal may see and that match all filters. Patients in it are written to the access
 * log.
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function searchRows(
  services: Services,
  resource: AdminResource,
  principal: Principal,
  search: RowSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Values>> {
  const asked = { services, resource, principal, search };
  const batches = batchesOf(asked, signal);
  const window = pageWindow(search);
  const counted = await countRows(services.db, window, (limit) => sql`(select ${matchingRows(asked)} limit ${limit})`);
  return { batches, ...window, ...counted };
}

/**
 * All rows that match the search, without a count.
 * @throws DomainError as `searchRows`
 */
export function exportRows(
  services: Services,
  resource: AdminResource,
  principal: Principal,
  search: RowSearch,
  signal: AbortSignal,
): AsyncIterable<ValidRows<Values>> {
  return batchesOf({ services, resource, principal, search: { ...search, size: Infinity } }, signal);
}

/**
 * Reads one row. If it belongs to a patient, the consultation is written to the access log (rules §4).
 * @throws DomainError as `selectRow`
 */
export async function consultRow(
  source: RowSource,
  resource: AdminResource,
  principal: Principal,
  id: number,
  at: Date,
): Promise<Values> {
  const row = await selectRow(source, resource, principal, id);
  const patientId = patientIdOf(row);
  if (patientId !== undefined) await writeConsultation(source.db, principal, [patientId], { at });
  return row;
}
