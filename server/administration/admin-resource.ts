import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import { readCode } from '#contract/rules/typed-text.ts';
import type { Locked, RowLock } from '#server/database/row-locks.ts';
import { asPeopleSort, escapeLike } from '#server/database/queries.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Call } from '#contract/call.ts';
import type { AdminDeclaration, Field, Noun } from '#contract/admin/define.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { Shape } from '#contract/wire.ts';
import type { DomainError } from '#server/domain-error.ts';
import type { ClocksAndRules, Database, Principal, Services } from '#server/services.ts';

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

/** The SQL of a field that is computed, also by the authority of the office that sees it; null for the region. */
type Computed = RawBuilder<unknown> | ((asked: ClocksAndRules, viewer: number | null) => RawBuilder<unknown>);

/** A transaction that holds a row and what it rests on. */
export type LockedSource = ClocksAndRules & { readonly db: Locked<Database> };

/** What only the server knows of a resource. */
interface Facts {
  /** The rows of the table that are its own, whatever way leads to them; by default all rows. */
  readonly only?: Condition;
  /** The rows that a district operator may see; by default all rows. */
  readonly scope?: (aslId: number) => Condition;
  /**
   * The rows that a district operator may change of those in the scope, when they are locked; by default all of them. Of the
   * others the patient is another authority's by now.
   */
  readonly power?: (aslId: number) => Condition;
  /** The names by which a file refers to other rows (docs/imports.md). */
  readonly references?: Readonly<Record<string, Reference>>;
  /** Column values of a new row that do not come from the body. */
  readonly initial?: Readonly<Record<string, string>>;
  /** The rows that a row with these values rests on, which are locked before it. */
  readonly restsOn?: (values: Values) => readonly RowLock[];
  /** Other rows to lock before the row itself. They keep the lock order that all transactions follow. */
  readonly lockedFirst?: (id: number, principal: Principal) => RowLock;
  /**
   * Checks of a new or changed row that a schema cannot express, when it and what it rests on are locked. `before` is a
   * changed row as it is stored.
   */
  readonly verify?: (source: LockedSource, principal: Principal, values: Values, before?: Values) => Promise<void>;
  /**
   * The error for a row that already exists, when its existence alone discloses something. Runs in its own transaction.
   */
  readonly explainDuplicate?: (
    services: Services,
    principal: Principal,
    values: Values,
  ) => Promise<DomainError | undefined>;
}

/** A resource that operators search, read, create and change (rules §9). */
export interface AdminResource extends Facts {
  readonly name: string;
  readonly calls: AdminDeclaration['calls'];
  readonly table: string;
  readonly notFound: ErrorDescription;
  readonly id: { readonly field: string; readonly column: string };
  /** The columns of the fields that are stored unchanged. */
  readonly columns: Readonly<Record<string, string>>;
  /** The columns of the flags that are stored as the time since when they hold. */
  readonly since: Readonly<Record<string, string>>;
  /** Fields that are computed by SQL. */
  readonly shown: Readonly<Record<string, Computed>>;
  readonly links: Readonly<Record<string, Link>>;
  readonly filters: Readonly<Record<string, (value: never, asked: ClocksAndRules, viewer: number | null) => Condition>>;
  readonly sorts: Readonly<Record<string, string | readonly [folded: string, text: string]>>;
  /** The default sort order of the list. */
  readonly sort: string;
  /** The name of the exported file, in Italian. */
  readonly fileName: string;
}

type FieldsOf<D extends AdminDeclaration> = D['fields'];
type RowField<D extends AdminDeclaration> = {
  [K in keyof FieldsOf<D>]: FieldsOf<D>[K] extends { readonly row: object } ? K : never;
}[keyof FieldsOf<D>];

/** The filters for which the declaration names no comparison, each with the type of its value. */
type OwnFilters<D extends AdminDeclaration> = {
  readonly [K in D['filters'][number] as FieldsOf<D>[K] extends { readonly match: string } ? never : K]: (
    value: NonNullable<z.output<NonNullable<FieldsOf<D>[K]['filter']>>>,
    asked: ClocksAndRules,
    viewer: number | null,
  ) => Condition;
};

/** What a resource is in the database, besides what follows from its declaration. `F` are the fields of its rows. */
interface Mapping<F extends PropertyKey = string> extends Facts {
  /** Its table, if it has not the name of the noun. */
  readonly table?: keyof Schema;
  /** Columns that have not the name of their field. */
  readonly columns?: Readonly<Partial<Record<F, string>>>;
  readonly shown?: Readonly<Partial<Record<F, Computed>>>;
  readonly links?: Readonly<Partial<Record<F, Link>>>;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const CONDITIONS: Readonly<Record<NonNullable<Field['match']>, (column: string) => (value: never) => Condition>> = {
  start: startsWith,
  codeStart: (column) => codeStartsWith(column),
  equal: isEqual,
  id: isRow,
  since: isSince,
};

/** Without the names that have no value. */
function given<T>(values: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : [])));
}

/**
 * What a declared resource is in the database. A field is the column of its name, unless it is computed, linked or named
 * here.
 * @param filters the comparisons that the declaration leaves to the server
 */
export function mapResource<const D extends AdminDeclaration>(
  declared: D,
  filters: OwnFilters<D>,
  mapping: Mapping<RowField<D>> = {},
): AdminResource {
  const { name: resource, noun, fields, path, fileName = path, sort, calls } = declared;
  const comparisons: AdminResource['filters'] = filters;
  const { table: named, columns: own = {}, shown: computed = {}, links: linked = {}, ...facts }: Mapping = mapping;
  const table: string = named ?? noun;
  const [shown, links] = [given(computed), given(linked)];
  const id = { field: `${noun}Id`, column: `${noun}_id` };
  const inRow = Object.keys(fields).filter((name) => fields[name]?.row && !(name in shown) && !(name in links));
  const isFlag = (name: string) => fields[name]?.match === 'since';
  const since = Object.fromEntries(inRow.filter(isFlag).map((name) => [name, `${snakeCase(name)}_at`]));
  const stored = inRow.filter((name) => !isFlag(name));
  const columns = Object.fromEntries(stored.map((name) => [name, own[name] ?? snakeCase(name)]));
  if (calls.search.access[0] === 'OPERATOR' && !facts.scope)
    throw new Error(`nothing says whose ${noun}s an office sees`);
  const searchable: Readonly<Record<string, string>> = { ...columns, ...since, [id.field]: id.column };
  const matching = declared.filters.map((name) => {
    const { match } = fields[name] ?? {};
    const column = searchable[name];
    const condition = comparisons[name] ?? (match && column && CONDITIONS[match](`${table}.${column}`));
    if (!condition) throw new Error(`nothing says how ${noun}s are searched by ${name}`);
    return [name, condition] as const;
  });
  const sorting = declared.sorts.map((name) => {
    const column = searchable[name];
    if (!column) throw new Error(`nothing says how ${noun}s are sorted by ${name}`);
    return [name, fields[name]?.match === 'start' ? asPeopleSort(column) : column] as const;
  });
  return {
    ...facts,
    name: resource,
    calls,
    table,
    notFound: `${noun.toUpperCase() as Uppercase<Noun>}_NOT_FOUND`,
    id,
    columns,
    since,
    shown,
    links,
    filters: Object.fromEntries(matching),
    sorts: Object.fromEntries(sorting),
    sort,
    fileName,
  };
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

/** The condition that a column of codes (capitals or digits) begins with the text. */
export function codeStartsWith(column: string, read: (typed: string) => string = readCode) {
  return (text: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} like ${beginning(read(text))}`;
}

export function isEqual(column: string) {
  return (value: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} = ${value}`;
}

export function isRow(column: string) {
  return (id: number): RawBuilder<SqlBool> => sql`${sql.ref(column)} = ${id}`;
}

function isSince(column: string) {
  return (holds: boolean): RawBuilder<SqlBool> => sql`(${sql.ref(column)} is not null) = ${sql.lit(holds)}`;
}
