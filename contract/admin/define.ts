import * as z from 'zod/mini';
import { type Call, defineCall } from '../call.ts';
import { file, leftOut, pagination } from '../entities/shared.ts';
import type { ErrorDescription } from '../errors.ts';
import { EVERY_FORMAT, described, fileFormat, page, requestIds, size, sortedBy } from '../request.ts';
import { type Read, type Wire, flag, id, integer, listOf, optional, record, text, timestamp } from '../wire.ts';
import { rowParams as params, version } from './fields.ts';

type Schema = z.ZodMiniType;

/** The resource whose rows a field refers to by their ids. */
export interface Reference {
  readonly resource: string;
  /** The fields that make up a record's name. */
  readonly labels: readonly string[];
  /** The search parameter of its list. */
  readonly search: string;
  /** Number of characters before the list is read: personal data are read only after a search. */
  readonly leastTyped?: number;
  /** The user's own id that a new record starts with, if the user has one. */
  readonly own?: 'operatorAslId';
}

/** A field of a resource: everything that is made of it follows from here. */
export interface Field {
  /** Its value in a row; absent if rows are only searched by it. */
  readonly row?: Wire;
  /** Its value in a form; absent if the form does not have it. */
  readonly input?: Schema;
  /** Whether only the form of a new row has it. */
  readonly isFixed?: true;
  /** Its value in a search. */
  readonly filter?: Schema;
  /**
   * What a search finds: texts that begin like it in any case (`start`), codes that do (`codeStart`), equal values, the
   * row with this id, or flags that are stored as the time `since` when they hold. Absent if the server has SQL of its own for it.
   */
  readonly match?: 'start' | 'codeStart' | 'equal' | 'id' | 'since';
  readonly refersTo?: Reference;
  readonly when?: Condition;
}

/**
 * The values of another field with which a field is needed or possible; OWN_AMOUNTS: the kinds of dossier whose dossiers
 * have amounts of their own. With any other the form does not have it.
 */
export interface Condition {
  readonly field: string;
  readonly needed: readonly string[] | 'OWN_AMOUNTS';
  readonly possible?: readonly string[];
}

type Fields = Readonly<Record<string, Field>>;
type Names<T> = keyof T & string;

type Rows<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly row: Wire } ? K : never]: NonNullable<F[K]['row']>;
};
type Inputs<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly input: Schema } ? K : never]: NonNullable<F[K]['input']>;
};
type Changes<F extends Fields> = {
  [
    K in keyof F as F[K] extends { readonly input: Schema }
      ? F[K] extends { readonly isFixed: true }
        ? never
        : K
      : never
  ]: NonNullable<F[K]['input']>;
};
type Filters<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly filter: Schema } ? K : never]: NonNullable<F[K]['filter']>;
};

/** All operators, or those of the region. */
type Access = readonly ['OPERATOR'] | readonly ['REGION'];

/** A row can have a name for which there is an error when it is not found. */
type NounOf<E> = E extends `${infer N}_NOT_FOUND` ? Lowercase<N> : never;
export type Noun = NounOf<ErrorDescription>;

/** What a resource of the operators is. */
interface Facts {
  /** In the names of its calls, and in their paths. */
  readonly name: string;
  /** What one row is called: also in the name of its id, and in the database. */
  readonly noun: Noun;
  /** The portal's word for it, in its paths. */
  readonly path: string;
  /** The name of the exported file, if it is not the path's. */
  readonly fileName?: string;
  readonly access: Access;
  /** In the order of a row. */
  readonly fields: Fields;
  /** The columns of its list. */
  readonly columns: readonly string[];
  /** The filters of its list. */
  readonly filters: readonly string[];
  /** The fields by which its list can be sorted. */
  readonly sorts: readonly [string, ...string[]];
  /** Its order if nobody sorts it; by default the first of `sorts`, ascending. */
  readonly sort?: string;
  /** The fields of its form, if they have an order of their own. */
  readonly form?: readonly string[];
}

/** The names in a declaration are those of its own fields. */
interface OwnNames<D extends Facts> {
  readonly columns: readonly Names<Rows<D['fields']>>[];
  readonly filters: readonly Names<Filters<D['fields']>>[];
  readonly sorts: readonly (Names<D['fields']> | `${D['noun']}Id`)[];
  readonly sort?: `${D['sorts'][number]},${'asc' | 'desc'}`;
  readonly form?: readonly Names<Inputs<D['fields']>>[];
}

/** A declared resource, as registries see it. */
export interface AdminDeclaration extends Facts {
  readonly sort: string;
  readonly calls: {
    readonly search: AdminCall;
    readonly exportRows: AdminCall & { readonly answer: typeof file };
    readonly read: AdminCall;
    readonly changes: AdminCall & { readonly answer: typeof rowChanges };
    readonly create?: AdminCall;
    readonly update?: AdminCall;
  };
}

/** A call for operators only. */
export interface AdminCall extends Call {
  readonly access: Access;
}

/**
 * A change of a row. A field whose values must not be recorded has none. Values are texts: lists with commas, flags as
 * true or false. Without a user the server, an import command or the command line made it. Of an operator of another
 * office an office is told the health authority alone; the region has none.
 */
const rowChange = record({
  at: timestamp,
  /** The action in the audit. */
  action: text,
  userName: optional(text),
  username: optional(text),
  isOtherOffice: optional(flag),
  aslName: optional(text),
  changes: listOf(record({ field: text, from: optional(text), to: optional(text) })),
});
export type RowChange = Read<typeof rowChange>;
const rowChanges = record({ rows: listOf(rowChange) });

/** What calls need to know of their resource. */
interface Rowed<N extends string, A extends Access, S extends Schema, R extends Schema> {
  readonly name: N;
  readonly access: A;
  readonly row: Wire<S, R>;
}

/** One part of those fields that have it. */
function partOf(
  fields: Fields,
  part: 'row' | 'input' | 'filter',
  names = Object.keys(fields),
): Record<string, unknown> {
  const found = names.map((name) => [name, fields[name]?.[part]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function inputsOf<F extends Fields>(fields: F): Inputs<F> {
  return partOf(fields, 'input') as Inputs<F>;
}

function changesOf<F extends Fields>(fields: F): Changes<F> {
  const names = Object.keys(fields).filter((name) => fields[name]?.isFixed !== true);
  return partOf(fields, 'input', names) as Changes<F>;
}

type Asked<D extends Facts> = Pick<Filters<D['fields']>, D['filters'][number] & Names<Filters<D['fields']>>>;

function filtersOf<D extends Facts>({ fields, filters }: D): Asked<D> {
  return partOf(fields, 'filter', [...filters]) as Asked<D>;
}

type IdOf<K extends string> = Record<`${K}Id`, typeof id>;

/** The parts of a row: its id and the fields that have a value in it. */
function partsOf<D extends Facts>({ noun, fields }: D): IdOf<D['noun']> & Rows<D['fields']> {
  const own = { [`${noun}Id`]: id } as IdOf<D['noun']>;
  return { ...own, ...(partOf(fields, 'row') as Rows<D['fields']>) };
}

function named<const N extends string>(name: N) {
  return { resource: `admin-${name}`, path: `/api/v1/extra/admin/${name}` } as const;
}

type Shape = Readonly<Record<string, Schema>>;

/** The query of a list and of its export. */
function listQueries<F extends Shape>(filters: F, sorts: readonly string[]) {
  const sort = sortedBy(sorts.slice(0, 1).join());
  const ids = described(requestIds, {
    description: 'Ids of rows, comma-joined or repeated, at most 200.',
    example: '1,2',
  });
  return {
    page: z.strictObject({ ...filters, ids: z.optional(ids), page, size, sort }),
    all: z.strictObject({ ...filters, ids: z.optional(ids), sort, format: fileFormat }),
  };
}

/** A list of patients wants a criterion, and so does its export: neither gives everybody. */
function wantsCriterion(filters: readonly string[]) {
  const names = [...filters, 'ids'];
  return z.refine<Readonly<Record<string, unknown>>>((search) => names.some((name) => search[name] !== undefined), {
    path: names.slice(0, 1),
  });
}

/** What the calls for the list, the export and one row have alike, with the search in the query or in the body. */
function lookups<const N extends string, const A extends Access, S extends Schema, R extends Schema>({
  name,
  access,
  row,
}: Rowed<N, A, S, R>) {
  const { resource, path } = named(name);
  return {
    path,
    search: {
      name: `${resource}.search`,
      summary: 'Extra: the rows that an operator searches, a page at a time; with `ids`, only those rows.',
      access,
      rate: 'search',
      answer: record({ rows: listOf(row), pagination, leftOut }),
    },
    exportRows: {
      name: `${resource}.export`,
      summary: 'Extra: all rows that a search finds, as CSV or XLSX.',
      access,
      answer: file,
      extras: EVERY_FORMAT,
    },
    read: defineCall({
      name: `${resource}.read`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'Extra: one row.',
      access,
      // As it is now, for whoever changes it, with the record of who saw it.
      way: 'sale',
      params,
      answer: record({ row }),
    }),
    changes: defineCall({
      name: `${resource}.changes`,
      method: 'GET',
      path: `${path}/{id}/changes`,
      summary: 'Extra: who made and changed a row, what and when: the latest 50 changes, newest first.',
      access,
      way: 'sale',
      params,
      answer: rowChanges,
    }),
  } as const;
}

/** What calls need to know of a declaration and of its row. */
function rowed<D extends Facts, S extends Schema, R extends Schema>(
  { name, access }: D,
  row: Wire<S, R>,
): Rowed<D['name'], D['access'], S, R> {
  return { name, access, row };
}

function openCalls<D extends Facts, S extends Schema, R extends Schema>(declared: D, row: Wire<S, R>) {
  const { path, search, exportRows, read, changes } = lookups(rowed(declared, row));
  const sorts: D['sorts'] = declared.sorts;
  const queries = listQueries(filtersOf(declared), sorts);
  return {
    search: defineCall({ ...search, method: 'GET', path, query: queries.page, extras: { sorts } }),
    exportRows: defineCall({ ...exportRows, method: 'GET', path: `${path}/csv`, query: queries.all }),
    read,
    changes,
  };
}

/** The same for rows of patients. The search has a criterion, and travels in the body, so that no URL contains it (design §2). */
function confidentialCalls<D extends Facts, S extends Schema, R extends Schema>(declared: D, row: Wire<S, R>) {
  const { path, search, exportRows, read, changes } = lookups(rowed(declared, row));
  const sorts: D['sorts'] = declared.sorts;
  const queries = listQueries(filtersOf(declared), sorts);
  const wanted = wantsCriterion(declared.filters);
  const byBody = { method: 'POST', searchesByBody: true } as const;
  return {
    search: defineCall({
      ...search,
      ...byBody,
      path: `${path}/search`,
      body: queries.page.check(wanted),
      extras: { sorts },
    }),
    exportRows: defineCall({ ...exportRows, ...byBody, path: `${path}/csv`, body: queries.all.check(wanted) }),
    read,
    changes,
  };
}

/** The creation, and the update: a field that is absent from its body is cleared, and `version` is that of the edited row. */
function writeCalls<D extends Facts, S extends Schema, R extends Schema>(declared: D, row: Wire<S, R>) {
  const { name, access } = rowed(declared, row);
  const fields: D['fields'] = declared.fields;
  const { resource, path } = named(name);
  const answer = record({ row });
  return {
    create: defineCall({
      name: `${resource}.create`,
      method: 'POST',
      path,
      summary: 'Extra: a new row.',
      access,
      body: z.strictObject(inputsOf(fields)),
      answer,
    }),
    update: defineCall({
      name: `${resource}.update`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: 'Extra: changes a row, unless somebody else has changed it meanwhile.',
      access,
      params,
      body: z.strictObject({ ...changesOf(fields), version }),
      answer,
    }),
  };
}

/** A declaration with its default order. */
function sorted<const D extends Facts>(declared: D): D & { readonly sort: string } {
  return { ...declared, sort: declared.sort ?? `${declared.sorts[0]},asc` };
}

/** Declares a resource that operators search, export, read, create and change (rules §9). */
export function defineResource<const D extends Facts>(facts: D & OwnNames<D>) {
  const declared: D = facts;
  const row = record({ ...partsOf(declared), version: integer });
  const writes = writeCalls(declared, row);
  return { ...sorted(declared), row, calls: { ...openCalls(declared, row), ...writes } };
}

/** Declares such a resource with rows of patients: no search and no id of theirs is in an address. */
export function defineConfidentialResource<const D extends Facts>(facts: D & OwnNames<D>) {
  const declared: D = facts;
  const row = record({ ...partsOf(declared), version: integer });
  const writes = writeCalls(declared, row);
  return { ...sorted(declared), row, calls: { ...confidentialCalls(declared, row), ...writes } };
}

/** Declares a confidential resource that nobody writes by a form: its rows have no version. */
export function defineConfidentialReadResource<const D extends Facts>(facts: D & OwnNames<D>) {
  const declared: D = facts;
  const row = record(partsOf(declared));
  return { ...sorted(declared), row, calls: confidentialCalls(declared, row) };
}

/** A camel-case verb in the form that paths use. */
function kebabCase(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A command on a row that does more than change its fields. */
export function commandCall<
  const N extends string,
  const A extends Access,
  S extends Schema,
  R extends Schema,
  const V extends string,
  B extends Schema,
>({ row, ...resource }: Rowed<N, A, S, R>, verb: V, summary: string, body: B) {
  return { ...documentCall(resource, verb, summary, body), answer: record({ row }) };
}

/** A command that answers with a document. */
export function documentCall<const N extends string, const A extends Access, const V extends string, B extends Schema>(
  { name, access }: { readonly name: N; readonly access: A },
  verb: V,
  summary: string,
  body: B,
) {
  const { resource, path } = named(name);
  return defineCall({
    name: `${resource}.${verb}`,
    method: 'POST',
    path: `${path}/{id}/${kebabCase(verb)}`,
    summary: `Extra: ${summary}`,
    access,
    params,
    body,
    answer: file,
  });
}
