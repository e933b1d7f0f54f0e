import type { RawBuilder } from 'kysely';
import type { LineReason } from '#contract/entities/admin/import.ts';
import type { Schema } from '#server/database/schema.ts';
import type { CellReader, CellValue } from './cells.ts';

/** A column of a file. */
export interface Column {
  readonly name: string;
  readonly read: CellReader;
  /** Whether each line must have something there, and each file the column. */
  readonly required: boolean;
  /** What a template shows there. */
  readonly example: string;
}

/** What a line says, by the names of the columns; null where the cell is empty. */
export type LineValues = Readonly<Record<string, CellValue | null>>;

export interface LineProblem {
  readonly field?: string;
  readonly reason: LineReason;
  readonly words?: readonly string[];
}

/** A field of a row as it is stored: `t` is the row, `l.becomes` what the line makes of it. */
export interface StoredField {
  readonly field: string;
  /** The column of the table; none for what is kept elsewhere. */
  readonly column: string | null;
  readonly was: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

/** Which lines of a run are at their turn. */
export interface Batch {
  readonly importId: number;
  readonly after: number;
  readonly last: number;
}

/** One kind of file, and how its lines are compared with what is stored. */
export interface KindOfImport {
  readonly columns: readonly Column[];
  /** What holds between the cells of a line. */
  readonly problems?: (values: LineValues) => readonly LineProblem[];
  /** What a line says, once it is known to be right. */
  readonly prepare?: (values: LineValues) => LineValues;
  readonly table: keyof Schema;
  readonly idColumn: string;
  /** By what a line finds its row: the field, and the column of the same. */
  readonly key: { readonly field: string; readonly column: string };
  readonly fields: readonly StoredField[];
  /** Columns that a new row has besides. */
  readonly whenNew?: Readonly<Record<string, string>>;
  /** Which two lines of a file mean the same, where not those of one row: an expression over `row`. */
  readonly sameLine?: RawBuilder<unknown>;
  /** Fields in which lines of one row may differ. */
  readonly ownOfLine?: readonly string[];
  /** What else a line finds, as `p` with its id as `part_id`; a line without one makes it. */
  readonly part?: { readonly join: RawBuilder<unknown>; readonly isMeant: RawBuilder<boolean> };
  /** Why a line is refused, as JSON, or null: over `b.row`, `t` and `p`. */
  readonly refusal: RawBuilder<unknown>;
  /** Fields whose values no audit repeats. */
  readonly secret?: readonly string[];
  /** What is done besides with the lines that make or change something. */
  readonly before?: (batch: Batch) => readonly RawBuilder<unknown>[];
  readonly after?: (batch: Batch) => readonly RawBuilder<unknown>[];
}
