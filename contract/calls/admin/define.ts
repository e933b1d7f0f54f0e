import * as z from 'zod/mini';
import { type Audience, defineCall } from '../../call.ts';
import { file } from '../../entities/file.ts';
import { leftOut, pagination } from '../../entities/pagination.ts';
import { EVERY_FORMAT, described, fileFormat, page, requestIds, size, sortedBy } from '../../request.ts';
import { type Wire, listOf, record } from '../../wire.ts';
import { rowParams as params } from './fields.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The properties that the calls of one administration resource share. `name` is the one in the paths. */
interface Resource<
  N extends string,
  A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
> {
  readonly name: N;
  readonly access: A;
  readonly row: Wire<S, R>;
}

interface Lookup<F extends Shape, O extends readonly string[]> {
  /** The filters of the list. A text filter matches the beginning in any case; other filters match equal values. */
  readonly filters: F;
  readonly sorts: O;
}

function named<const N extends string>(name: N) {
  return { resource: `admin-${name}`, path: `/api/v1/extra/admin/${name}` } as const;
}

/** The properties that the search calls share, with the search in the query or in the body. */
function searched<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
>({ name, access, row }: Resource<N, A, S, R>) {
  const { resource } = named(name);
  return {
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
  } as const;
}

/** A list of patients wants a criterion, and so does its export: neither gives everybody. */
function wantsCriterion(filters: Shape) {
  const names = [...Object.keys(filters), 'ids'];
  return z.refine<Readonly<Record<string, unknown>>>((search) => names.some((name) => search[name] !== undefined), {
    path: names.slice(0, 1),
  });
}

/** The query of a list and of its export. */
function listQueries<F extends Shape>(filters: F, sorts: readonly string[]) {
  const sort = sortedBy(sorts.slice(0, 1).join());
  const ids = described(requestIds, {
    description: 'Ids of rows, comma-joined or repeated, at most 200.',
    example: '1,2',
  });
  return {
    page: z.strictObject({ ...filters, ids: z.optional(ids), page, size, sort }),
    all: z.strictObject({ ...filters, sort, format: fileFormat }),
  };
}

/** The calls for the list, the export and one row. */
export function lookupCalls<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
  F extends Shape,
  const O extends readonly string[],
>(resource: Resource<N, A, S, R>, { filters, sorts }: Lookup<F, O>) {
  const { path } = named(resource.name);
  const { search, exportRows } = searched(resource);
  const queries = listQueries(filters, sorts);
  return {
    search: defineCall({ ...search, method: 'GET', path, query: queries.page, extras: { sorts } }),
    exportRows: defineCall({ ...exportRows, method: 'GET', path: `${path}/csv`, query: queries.all }),
    read: readCall(resource),
  };
}

/**
 * The same calls for rows of patients. The search has a criterion, and travels in the body, so that no URL contains it
 * (design §2).
 */
export function privateLookupCalls<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
  F extends Shape,
  const O extends readonly string[],
>(resource: Resource<N, A, S, R>, { filters, sorts }: Lookup<F, O>) {
  const { path } = named(resource.name);
  const { search, exportRows } = searched(resource);
  const queries = listQueries(filters, sorts);
  const wanted = wantsCriterion(filters);
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
    read: readCall(resource),
  };
}

function readCall<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
>({ name, access, row }: Resource<N, A, S, R>) {
  const { resource, path } = named(name);
  return defineCall({
    name: `${resource}.read`,
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Extra: one row.',
    access,
    params,
    answer: record({ row }),
  });
}

export function createCall<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
  B extends z.ZodMiniType,
>({ name, access, row }: Resource<N, A, S, R>, body: B) {
  const { resource, path } = named(name);
  return defineCall({
    name: `${resource}.create`,
    method: 'POST',
    path,
    summary: 'Extra: a new row.',
    access,
    body,
    answer: record({ row }),
  });
}

/**
 * An update. A field that is absent from the body is cleared; `version` is the version of the row that the user edited.
 */
export function updateCall<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
  B extends z.ZodMiniType,
>({ name, access, row }: Resource<N, A, S, R>, body: B) {
  const { resource, path } = named(name);
  return defineCall({
    name: `${resource}.update`,
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Extra: changes a row, unless somebody else has changed it meanwhile.',
    access,
    params,
    body,
    answer: record({ row }),
  });
}

/** A camel-case verb in the form that paths use. */
function kebabCase(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A command on a row that does more than change its fields. */
export function commandCall<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  S extends z.ZodMiniType,
  R extends z.ZodMiniType,
  const V extends string,
  B extends z.ZodMiniType,
>({ name, access, row }: Resource<N, A, S, R>, verb: V, summary: string, body: B) {
  const { resource, path } = named(name);
  return defineCall({
    name: `${resource}.${verb}`,
    method: 'POST',
    path: `${path}/{id}/${kebabCase(verb)}`,
    summary: `Extra: ${summary}`,
    access,
    params,
    body,
    answer: record({ row }),
  });
}

/** A command that answers with a document. */
export function documentCall<
  const N extends string,
  const A extends readonly [Audience, ...Audience[]],
  const V extends string,
  B extends z.ZodMiniType,
>({ name, access }: { readonly name: N; readonly access: A }, verb: V, summary: string, body: B) {
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
