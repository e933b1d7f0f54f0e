import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { money, toWire } from '#contract/rules/money.ts';
import type { Principal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import { type Administered, type Values, fieldsOf } from './administered.ts';

/** A row as the database gives it, by the contract's names. */
export type StoredRow = Values;

/** The column that holds the id. */
export function idColumn({ table, id }: Administered): string {
  return `${table}.${id.column}`;
}

function linked(resource: Administered): [string, RawBuilder<unknown>][] {
  return Object.entries(resource.links ?? {}).map(([field, { table, own, other, order = other }]) => [
    field,
    sql`array(select ${sql.ref(other)} from ${sql.table(table)}
      where ${sql.ref(`${table}.${own}`)} = ${sql.ref(idColumn(resource))} order by ${sql.ref(order)})`,
  ]);
}

/** What a query of rows selects. */
export function selection(resource: Administered): RawBuilder<unknown> {
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

/** Whether a principal sees a row: an operator of the region sees all. */
export function isSeenBy({ scope }: Administered, { aslId }: Principal): RawBuilder<SqlBool> {
  return aslId === null || scope === undefined ? sql`true` : scope(aslId);
}

/**
 * A row as it goes on the wire.
 * @throws Error when an amount of it makes no sense
 */
export function serializeRow(resource: Administered, stored: StoredRow): Values {
  const fields = fieldsOf(resource);
  return Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      const isAmount = fields[field]?.kind === 'amount' && typeof value === 'string';
      return [field, isAmount ? toWire(money(value)) : value];
    }),
  );
}

/**
 * One row that the principal sees.
 * @throws DomainError that it is not there, or not the principal's to see
 */
export async function selectRow(
  db: Database,
  resource: Administered,
  principal: Principal,
  id: number,
): Promise<Values> {
  const { rows } = await sql<StoredRow>`select ${selection(resource)} from ${sql.table(resource.table)}
    where ${sql.ref(idColumn(resource))} = ${toRowId(id)} and ${isSeenBy(resource, principal)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new DomainError(resource.notFound);
  return serializeRow(resource, row);
}

/** The patient that a row is of; none where rows are not of patients. */
export function patientIdOf({ patientId }: Values): number | undefined {
  return typeof patientId === 'number' ? patientId : undefined;
}
