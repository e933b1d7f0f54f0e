import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { LineReason } from '#contract/admin/imports.ts';
import { type AdminResource, bodySchemas } from '#server/administration/admin-resource.ts';
import { isThere } from '#server/administration/write-rows.ts';
import type { Locked, RowLock } from '#server/database/row-locks.ts';
import type { Database } from '#server/services.ts';
import { type CellReader, type CellValue, readerOf } from './cells.ts';
import type { Reading } from './sheet.ts';

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

/** The range of lines that are processed next. */
export interface Batch {
  readonly importId: number;
  readonly after: number;
  readonly last: number;
}

/** Why a line does not go with what is stored: an expression over `b.row`, `t` and `p`, and the problem. */
type Refusal = readonly [condition: RawBuilder<unknown>, field: string, reason: LineReason];

/** A dependent row `p` with its id `part_id`. A line without such a row creates it. */
interface Part {
  readonly resource: AdminResource;
  /** The stored values of its columns in the file. The lines of one row may differ in them. */
  readonly fields: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly join: (at: Date) => RawBuilder<unknown>;
  readonly isPresent: RawBuilder<boolean>;
  /** The condition on the dependent rows of these keys. */
  readonly isOf: (keys: RawBuilder<unknown>) => RawBuilder<unknown>;
}

interface Facts {
  readonly resource: AdminResource;
  /** Words for what the file lists: in the name of a column they add nothing to the others. */
  readonly subject?: readonly string[];
  /** Checks the cells of a line against each other. */
  readonly problems?: (values: LineValues, reading: Reading) => readonly LineProblem[];
  /** What in a valid line should be looked at before it is imported. */
  readonly warnings?: (values: LineValues) => readonly LineProblem[];
  /** How two entries of the same person are found, which is a warning. */
  readonly samePerson?: {
    /** The person of a line, as a text over `row`. */
    readonly inFile: RawBuilder<unknown>;
    /** The codes of other stored persons, over `b.row` and `t`, as a list in JSON; null where the line enters nobody. */
    readonly stored: RawBuilder<unknown>;
  };
  /** Completes the values of a valid line. */
  readonly prepare?: (values: LineValues) => LineValues;
  /** The field that identifies the row of a line, and its column. `form` makes the column's form of the field's text. */
  readonly key: {
    readonly field: string;
    readonly column: string;
    readonly form?: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  };
  /** Column values of a new row that are not in the file. */
  readonly initial?: Readonly<Record<string, string>>;
  /** A text over `row` in which two lines must differ; by default the key. */
  readonly sameLine?: RawBuilder<unknown>;
  readonly part?: Part;
  /** The lock to take before any row is locked (`LOCKS`). */
  readonly lock?: number;
  /** Additional statements before and after the lines that create or change a row. */
  readonly before?: (trx: Locked<Database>, batch: Batch) => Promise<void>;
  readonly after?: (trx: Locked<Database>, batch: Batch, at: Date) => Promise<void>;
}

/** A kind of import file, with the SQL that compares its lines with the stored rows. */
export interface ImportDefinition extends Facts {
  readonly columns: readonly Column[];
  /** The rows that lines name in a field, by a column. */
  readonly named: readonly (Omit<RowLock, 'which'> & { readonly field: string; readonly column: string })[];
  /** The reason for refusing a line as JSON, or null; over `b.row`, `t` and `p`. */
  readonly refusal: RawBuilder<unknown>;
}

/** What an import says of its columns, besides what the form of the same resource does. */
interface Declaration extends Facts {
  readonly columns: Readonly<
    Record<
      string,
      {
        /** Further names, with `|` between them. */
        readonly also: string;
        readonly example: string;
        /** By default a cell is read as the form reads the field. */
        readonly read?: CellReader;
      }
    >
  >;
  /** The refusals in the order in which they count, if there are more than the references that are `unknown`. */
  readonly refusals?: (unknown: readonly Refusal[]) => readonly Refusal[];
}

const KIND_FIELDS = ['dossierType', 'categoryType'] as const;
const KIND = { table: 'dossier_kind', key: 'kind_id', column: 'code', strength: 'share' } as const;

/** Whether the kind that a line names takes nothing new (rules §9). */
export function isClosedKind(field: (typeof KIND_FIELDS)[number]): RawBuilder<unknown> {
  return sql`exists (select from dossier_kind where code = b.row->>${sql.lit(field)} and disabled_at is not null)`;
}

/** Declares an import of a resource: rules, columns, references and their checks are those of its form. */
export function defineImport({ columns, refusals = (unknown) => unknown, ...facts }: Declaration): ImportDefinition {
  const { resource, part } = facts;
  const references = { ...part?.resource.references, ...resource.references };
  const schemas = resource.calls.create ? bodySchemas(resource.calls.create) : {};
  const unknown = Object.keys(columns).flatMap((name): Refusal[] => {
    const reference = references[name];
    if (reference === undefined || reference.isMade === true) return [];
    const value = sql`(b.row->${sql.lit(name)})`;
    return [
      [sql`nullif(${value}, 'null') is not null and not ${isThere(resource, reference, value)}`, name, 'UNKNOWN'],
    ];
  });
  const named = Object.keys(columns).flatMap((field): ImportDefinition['named'] => {
    if (KIND_FIELDS.some((name) => name === field)) return [{ field, ...KIND }];
    const { table, key: column } = references[field] ?? {};
    return table && column ? [{ field, table, key: `${table}_id`, column, strength: 'key share' } as const] : [];
  });
  const cases = refusals(unknown).map(
    ([condition, field, reason]) => sql`when ${condition} then ${problem(field, reason)}`,
  );
  return {
    ...facts,
    named,
    columns: Object.entries(columns).map(([name, { also, example, read }]) => {
      const schema = schemas[references[name]?.field ?? name];
      return {
        name,
        also: also.split(/\s*\|\s*/),
        example,
        read: read ?? readerOf(schema),
        required: schema !== undefined && !z.safeParse(schema, undefined).success,
      };
    }),
    refusal: cases.length === 0 ? sql`null::jsonb` : sql`case ${sql.join(cases, sql` `)} end`,
  };
}

/** The fields in which the lines of one row may differ, as an array in SQL. */
export function ownOfLine({ part }: ImportDefinition): RawBuilder<unknown> {
  return sql`${Object.keys(part?.fields ?? {})}::text[]`;
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

/** The lines of a batch that create or change a row, as a relation. */
export function linesToDo({ importId, after, last }: Batch): RawBuilder<unknown> {
  return sql`(select line, target_id as id, part_id, was, becomes from import_line
    where import_id = ${importId} and line > ${after} and line <= ${last} and outcome in ('CREATED', 'CHANGED'))`;
}
