import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toRowId } from '../row-id.ts';

/** What a text that is searched begins with, as a pattern. */
function beginning(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A column that begins with the text, in any case: by the index of its small letters. */
export function startsWith(column: string) {
  return (text: string): RawBuilder<SqlBool> => sql`lower(${sql.ref(column)}) like ${beginning(text.toLowerCase())}`;
}

/** A column of codes in capitals or digits that begins with the text. */
export function codeStartsWith(column: string) {
  return (text: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} like ${beginning(text.replace(/\s+/g, '').toUpperCase())}`;
}

export function isEqual(column: string) {
  return (value: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} = ${value}`;
}

export function isRow(column: string) {
  return (id: number): RawBuilder<SqlBool> => sql`${sql.ref(column)} = ${toRowId(id)}`;
}

export function isDisabled(table: string) {
  return (disabled: boolean): RawBuilder<SqlBool> =>
    sql`(${sql.ref(`${table}.disabled_at`)} is not null) = ${sql.lit(disabled)}`;
}
