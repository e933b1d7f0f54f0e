import { type RawBuilder, sql } from 'kysely';
import type { LineReason } from '#contract/entities/admin/import.ts';
import type { Schema } from '#server/database/schema.ts';
import type { CellReader, CellValue } from './cells.ts';

export interface Column {
  readonly name: string;
  /** Further names that people give it, the best first; its labels on the screen are understood too. */
  readonly also: readonly string[];
  readonly read: CellReader;
  /** Whether the file must have the column, and each line a value in it. */
  readonly required: boolean;
  /** The example value in the template. */
  readonly example: string;
}

/** The values of a line by column name; null for an empty cell. */
export type LineValues = Readonly<Record<string, CellValue | null>>;

export interface LineProblem {
  readonly field?: string;
  readonly reason: LineReason;
  /** The allowed values, or what the cell may mean. */
  readonly words?: readonly string[];
}

/** A stored field in SQL: `t` is the row, `l.becomes` has the new values of the line. */
export interface StoredField {
  readonly field: string;
  /** The column of the table; null when the value is stored in another table. */
  readonly column: string | null;
  readonly was: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

/** The range of lines that are processed next. */
export interface Batch {
  readonly importId: number;
  readonly after: number;
  readonly last: number;
}

/** A kind of import file, with the SQL that compares its lines with the stored rows. */
export interface ImportDefinition {
  readonly columns: readonly Column[];
  /** Checks the cells of a line against each other. */
  readonly problems?: (values: LineValues) => readonly LineProblem[];
  /** What in a valid line should be looked at before it is imported. */
  readonly warnings?: (values: LineValues) => readonly LineProblem[];
  /** Completes the values of a valid line. */
  readonly prepare?: (values: LineValues) => LineValues;
  readonly table: keyof Schema;
  readonly idColumn: string;
  /** The field that identifies the row of a line, and its column. `form` makes the column's form of the field's text. */
  readonly key: {
    readonly field: string;
    readonly column: string;
    readonly form?: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  };
  readonly fields: readonly StoredField[];
  /** Additional column values of a new row. */
  readonly whenNew?: Readonly<Record<string, string>>;
  /** An expression over `row` for which two lines must differ; by default the key. */
  readonly sameLine?: RawBuilder<unknown>;
  /** Fields in which the lines of one row may differ. */
  readonly ownOfLine?: readonly string[];
  /** The join of a dependent row `p` with its id `part_id`. A line without such a row creates it. */
  readonly part?: {
    readonly join: (at: Date) => RawBuilder<unknown>;
    readonly isPresent: RawBuilder<boolean>;
    /** Locks the dependent rows of these keys. */
    readonly lock: (keys: RawBuilder<unknown>) => RawBuilder<unknown>;
  };
  /** The lock to take before any row is locked (`LOCKS`). */
  readonly lock?: number;
  /** The reason for refusing a line as JSON, or null; over `b.row`, `t` and `p`. */
  readonly refusal: RawBuilder<unknown>;
  /** Fields whose values must not appear in the audit. */
  readonly secret?: readonly string[];
  /** Additional statements before and after the lines that create or change a row. */
  readonly before?: (batch: Batch) => readonly RawBuilder<unknown>[];
  readonly after?: (batch: Batch, at: Date) => readonly RawBuilder<unknown>[];
}

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
