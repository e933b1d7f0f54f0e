import { type RawBuilder, sql } from 'kysely';
import { DomainError } from './domain-error.ts';

/** The column of each field by which the contract lets a list be sorted. */
export type SortColumns<C extends { readonly extras: { readonly sorts: readonly string[] } }> = Readonly<
  Record<C['extras']['sorts'][number], string>
>;

/** The columns to sort by, first one first, and the direction they share. */
export interface Order<Column extends string> {
  readonly columns: readonly Column[];
  readonly direction: 'asc' | 'desc';
}

function isDirection(word: string | undefined): word is 'asc' | 'desc' {
  return word === 'asc' || word === 'desc';
}

/**
 * Reads `field,…,dir`, ascending when no direction is given (rules §1).
 * @param columns the column of each field that may be sorted by
 * @throws DomainError INVALID_REQUEST on a field that is not among them
 */
export function readOrder<Column extends string>(
  sort: string,
  columns: Readonly<Record<string, Column>>,
): Order<Column> {
  const words = sort.split(',');
  const last = words.at(-1);
  const direction = isDirection(last) ? last : 'asc';
  const fields = isDirection(last) ? words.slice(0, -1) : words;
  const found = fields.map((field) => (Object.hasOwn(columns, field) ? columns[field] : undefined));
  if (found.length === 0 || !found.every((column) => column !== undefined)) {
    throw new DomainError('INVALID_REQUEST', { field: 'sort' });
  }
  return { columns: found, direction };
}

/**
 * Which rows of a table follow one of them in an order, wherever that one is now.
 * @param columns what the rows are sorted by, the last of them unique
 */
export function follows(
  { columns, direction }: Order<string>,
  table: string,
  idColumn: string,
  id: number,
): RawBuilder<boolean> {
  const place = sql.join(columns.map((column) => sql.ref(column)));
  const isAfter = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<boolean>`(${place}) ${isAfter} (
    select ${place} from ${sql.table(table)} where ${sql.ref(idColumn)} = ${id}
  )`;
}
