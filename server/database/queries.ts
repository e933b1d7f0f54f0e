import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '#server/domain-error.ts';

/** The text for a LIKE pattern, in which its own `%` and `_` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The column of a sort field; for a text its folded column, then the text itself. */
type SortColumn<Column extends string> = Column | readonly [folded: Column, text: Column];

/** The columns of the fields by which the contract lets a list be sorted. */
export type SortColumns<C extends { readonly extras: { readonly sorts: readonly string[] } }> = Readonly<
  Record<C['extras']['sorts'][number], SortColumn<string>>
>;

/** The columns of a text in people's order: accents and case come last (rules §1). */
export function asPeopleSort<Column extends string>(
  column: Column,
): readonly [folded: `folded_${Column}`, text: Column] {
  return [`folded_${column}`, column];
}

/** The sort columns in their order, and their common direction. */
export interface Order<Column extends string> {
  readonly columns: readonly Column[];
  readonly direction: 'asc' | 'desc';
}

function isDirection(word: string | undefined): word is 'asc' | 'desc' {
  return word === 'asc' || word === 'desc';
}

/**
 * Parses `field,…,dir`; ascending without a direction (rules §1). Accents and case count after all fields.
 * @param columns the columns of the sortable fields
 * @throws DomainError INVALID_REQUEST for an unknown field
 */
export function readOrder<Column extends string>(
  sort: string,
  columns: Readonly<Record<string, SortColumn<Column>>>,
): Order<Column> {
  const words = sort.split(',');
  const last = words.at(-1);
  const direction = isDirection(last) ? last : 'asc';
  const fields = isDirection(last) ? words.slice(0, -1) : words;
  const found = fields.map((field) => (Object.hasOwn(columns, field) ? columns[field] : undefined));
  if (found.length === 0 || !found.every((column) => column !== undefined)) {
    throw new DomainError('INVALID_REQUEST', { field: 'sort' });
  }
  const parts = found.map((column) => (typeof column === 'string' ? [column] : column));
  return { columns: [...parts.map(([first]) => first), ...parts.flatMap(([, ...rest]) => rest)], direction };
}

/**
 * The condition that a row comes after a given row in a sort order, at that row's present position.
 * @param columns the sort columns; the last one must be unique
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
