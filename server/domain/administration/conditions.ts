import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readCode, readText } from '#contract/rules/typed-text.ts';
import { escapeLike } from '../escape-like.ts';
import { toRowId } from '../row-id.ts';

/** The LIKE pattern for texts that begin with this one. */
function beginning(text: string): string {
  return `${escapeLike(text)}%`;
}

/** The condition that a column begins with the text, whatever case and accents; it uses the index of the folded text. */
export function startsWith(column: string) {
  const folded = sql.ref(column.replace(/\w+$/, 'folded_$&'));
  return (text: string): RawBuilder<SqlBool> => sql`${folded} like fold_text(${escapeLike(text)}) || '%'`;
}

/** Reads a code whose dashes count, such as a voucher's. */
export function readDashedCode(typed: string): string {
  return readText(typed).replace(/\s+/g, '').toUpperCase();
}

/** The condition that a column of codes (capitals or digits) begins with the text. */
export function codeStartsWith(column: string, read: (typed: string) => string = readCode) {
  return (text: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} like ${beginning(read(text))}`;
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
