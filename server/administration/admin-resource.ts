import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import type { file } from '#contract/entities/file.ts';
import { readCode, readText } from '#contract/rules/typed-text.ts';
import { escapeLike, type SortColumns, toRowId } from '#server/database/queries.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { Shape } from '#contract/wire.ts';
import type { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services } from '#server/services.ts';

/** A call for operators only. */
export interface AdminCall extends Call {
  readonly access: readonly ['REGION'] | readonly ['OPERATOR'];
}

interface ExportCall extends AdminCall {
  readonly answer: typeof file;
}

interface AdminCalls<S extends AdminCall> {
  readonly search: S;
  readonly exportRows: ExportCall;
  readonly read: AdminCall;
  readonly create?: AdminCall;
  readonly update?: AdminCall;
}

/** A table that links a row with others. `order` is the column with their order, if they have one. */
export interface Link {
  readonly table: keyof Schema;
  readonly own: string;
  readonly other: string;
  readonly order?: string;
}

/** By what a file names the row that a field refers to, instead of its id. */
export interface Reference {
  readonly field: string;
  readonly table: keyof Schema;
  readonly key: string;
  /** A condition on the table besides the key; the line is `l.becomes`. */
  readonly within?: RawBuilder<unknown>;
  /** Whether a file that names a row that is not there makes it. */
  readonly isMade?: boolean;
}

/** The fields of a row or of a body, by their names in the contract. */
export type Values = Readonly<Record<string, unknown>>;

type Condition = RawBuilder<SqlBool>;

interface Facts {
  readonly table: keyof Schema;
  readonly notFound: ErrorDescription;
  /** The default sort order of the list. */
  readonly sort: string;
  /** The rows that a district operator may see; by default all rows. */
  readonly scope?: (aslId: number) => Condition;
  /** The names by which a file refers to other rows (docs/imports.md). */
  readonly references?: Readonly<Record<string, Reference>>;
  /** Column values of a new row that do not come from the body. */
  readonly initial?: Readonly<Record<string, string>>;
  /** A query that locks other rows before the row itself. It keeps the lock order that all transactions follow. */
  readonly lockedFirst?: (id: number) => RawBuilder<unknown>;
  /** Checks of a new or changed row that a schema cannot express. */
  readonly verify?: (db: Database, principal: Principal, values: Values) => Promise<void>;
  /**
   * The error for a row that already exists, when its existence alone discloses something. Runs in its own transaction.
   */
  readonly explainDuplicate?: (
    services: Services,
    principal: Principal,
    values: Values,
  ) => Promise<DomainError | undefined>;
  /** The name of the exported file, in Italian. */
  readonly fileName: string;
}

/** A resource that operators search, read, create and change (rules §9). */
export interface AdminResource extends Facts {
  readonly calls: AdminCalls<AdminCall>;
  readonly id: { readonly field: string; readonly column: string };
  /** The columns of the fields that are stored unchanged. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that are computed by SQL. */
  readonly shown?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly links?: Readonly<Record<string, Link>>;
  readonly filters: Readonly<Record<string, (value: never) => Condition>>;
  readonly sorts: Readonly<Record<string, string | readonly [folded: string, text: string]>>;
  /** Fields whose values must not appear in the audit. */
  readonly secret?: readonly string[];
}

type QueryOf<C extends Call> =
  CallRequest<C> extends { query: infer Q } ? Q : CallRequest<C> extends { body: infer B } ? B : never;
type FilterOf<C extends Call> = Exclude<keyof QueryOf<C>, 'ids' | 'page' | 'size' | 'sort'>;
type FieldOf<C extends Call> = CallReply<C> extends { rows: (infer R)[] } ? keyof R & string : never;

interface SortableCall extends AdminCall {
  readonly extras: { readonly sorts: readonly string[] };
}

/** An `AdminResource` whose names must match the calls of its resource. */
interface Declaration<
  S extends SortableCall,
  Stored extends string,
  Shown extends string,
  Linked extends string,
> extends Facts {
  readonly calls: AdminCalls<S>;
  readonly id: { readonly field: FieldOf<S>; readonly column: string };
  readonly columns: Readonly<Record<Stored, string>>;
  readonly shown?: Readonly<Record<Shown, RawBuilder<unknown>>>;
  readonly links?: Readonly<Record<Linked, Link>>;
  readonly filters: { readonly [F in FilterOf<S>]-?: (value: NonNullable<QueryOf<S>[F]>) => Condition };
  readonly sorts: SortColumns<S>;
  readonly secret?: readonly FieldOf<S>[];
}

/** Declares a resource of the administration. */
export function defineAdminResource<
  S extends SortableCall,
  Stored extends FieldOf<S>,
  Shown extends FieldOf<S>,
  Linked extends FieldOf<S>,
>(declaration: Declaration<S, Stored, Shown, Linked>): AdminResource {
  return declaration;
}

/** The fields of a row with their types, in the contract's order. */
export function fieldsOf({ calls }: AdminResource): Readonly<Record<string, Shape>> {
  const { shape } = calls.read.answer;
  const row = shape.kind === 'record' ? shape.fields.row : undefined;
  if (row?.kind !== 'record') throw new Error(`${calls.read.name} answers no row`);
  return row.fields;
}

/** The fields that the body of a call may contain, with their schemas. */
export function bodySchemas({ body }: Call): Readonly<Record<string, z.ZodMiniType>> {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
  return shape;
}

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
