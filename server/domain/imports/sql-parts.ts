import { type RawBuilder, sql } from 'kysely';
import type { LineReason } from '#contract/entities/admin/import.ts';
import type { Batch, ImportDefinition, StoredField } from './import-kind.ts';

/** A field that is stored in a column of its own. */
export function plain(field: string, column: string, type = 'text'): StoredField {
  return {
    field,
    column,
    was: sql`to_jsonb(t.${sql.ref(column)})`,
    value: sql`(l.becomes->>${sql.lit(field)})::${sql.raw(type)}`,
  };
}

/** The key of a line in the form of the key's column. */
export function keyOf(
  { key: { field, form = (text) => text } }: ImportDefinition,
  row: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return form(sql`(${row}->>${sql.lit(field)})`);
}

/** The JSON of a line's problem. */
export function problem(field: string, reason: LineReason): RawBuilder<unknown> {
  return sql`jsonb_build_object('field', ${sql.lit(field)}, 'reason', ${sql.lit(reason)})`;
}

/** The lines of a batch that create or change a row, as `l`. */
export function linesToDo({ importId, after, last }: Batch): RawBuilder<unknown> {
  return sql`(select * from import_line where import_id = ${importId} and line > ${after} and line <= ${last}
    and outcome in ('CREATED', 'CHANGED')) as l`;
}
