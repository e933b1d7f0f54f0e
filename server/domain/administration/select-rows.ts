import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { money, toWire } from '#contract/rules/money.ts';
import type { Principal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import { type AdminResource, type Values, fieldsOf } from './admin-resource.ts';

/** A row as the database returns it, by the contract's field names. */
export type StoredRow = Values;

/** The SQL name of the id column. */
export function idColumn({ table, id }: AdminResource): string {
  return `${table}.${id.column}`;
}

function linked(resource: AdminResource): [string, RawBuilder<unknown>][] {
  return Object.entries(resource.links ?? {}).map(([field, { table, own, other, order = other }]) => [
    field,
    sql`array(select ${sql.ref(other)} from ${sql.table(table)}
      where ${sql.ref(`${table}.${own}`)} = ${sql.ref(idColumn(resource))} order by ${sql.ref(order)})`,
  ]);
}

/** The columns of a query for rows. */
export function selection(resource: AdminResource): RawBuilder<unknown> {
  const { table, columns, shown = {}, id } = resource;
  const fields = fieldsOf(resource);
  const stored: [string, string][] = [[id.field, id.column], ...Object.entries(columns)];
  const selected: [string, RawBuilder<unknown>][] = [
    ...stored.map(([field, column]): [string, RawBuilder<unknown>] => [field, sql.ref(`${table}.${column}`)]),
    ...Object.entries(shown),
    ...linked(resource),
  ];
  if ('version' in fields) selected.push(['version', sql.ref(`${table}.version`)]);
  if ('disabled' in fields) selected.push(['disabled', sql`${sql.ref(`${table}.disabled_at`)} is not null`]);
  return sql.join(selected.map(([field, value]) => sql`${value} as ${sql.ref(field)}`));
}

/** The condition that a principal may see a row. An operator of the region sees all rows. */
export function visibleTo({ scope }: AdminResource, { aslId }: Principal): RawBuilder<SqlBool> {
  return aslId === null || scope === undefined ? sql`true` : scope(aslId);
}

/**
 * The row in the form of the contract.
 * @throws Error when one of its amounts is invalid
 */
export function serializeRow(resource: AdminResource, stored: StoredRow): Values {
  const fields = fieldsOf(resource);
  return Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      if (value instanceof Date) return [field, toOffsetTimestamp(value)];
      const isAmount = fields[field]?.kind === 'amount' && typeof value === 'string';
      return [field, isAmount ? toWire(money(value)) : value];
    }),
  );
}

/**
 * Reads one row that the principal may see.
 * @throws DomainError the resource's `notFound` when the row does not exist or the principal may not see it
 */
export async function selectRow(
  db: Database,
  resource: AdminResource,
  principal: Principal,
  id: number,
): Promise<Values> {
  const { rows } = await sql<StoredRow>`select ${selection(resource)} from ${sql.table(resource.table)}
    where ${sql.ref(idColumn(resource))} = ${toRowId(id)} and ${visibleTo(resource, principal)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new DomainError(resource.notFound);
  return serializeRow(resource, row);
}

/** The patient of a row; undefined when the rows have no patient. */
export function patientIdOf({ patientId }: Values): number | undefined {
  return typeof patientId === 'number' ? patientId : undefined;
}
