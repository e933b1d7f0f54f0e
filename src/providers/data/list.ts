import type { BaseKey, CrudFilter, CrudSort, GetListParams } from '@refinedev/core';
import { type Call, resourceOf } from '#contract/call.ts';
import type { Features } from '#contract/calls/features.ts';
import type { Pagination } from '#contract/entities/shared.ts';
import { hasWords } from '#contract/rules/folded-text.ts';
import type { Money } from '#contract/rules/money.ts';
import { ApiError } from '../api/api-error.ts';
import { callRaw, type RawInput } from '../api/call-api.ts';
import { isQuietStatus } from '../api/error-policy.ts';
import { knownFeatures, NO_FEATURES } from '../api/features.ts';
import { DEFAULT_PAGE_SIZE, type ListDeclaration } from './declaration.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Recognized by its method, so that screens without amounts need not load their code. */
function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'cmp' in value;
}

/** A value as text; anything but a string as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Compares two values of a field by type: amounts, numbers, instants with any offset, all others as Italian text. An
 * empty value comes first.
 */
export function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  if (isMoney(one) && isMoney(other)) return one.cmp(other);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [valueText(one), valueText(other)];
  return INSTANT.test(a) && INSTANT.test(b) ? Date.parse(a) - Date.parse(b) : a.localeCompare(b, 'it');
}

type Row = Readonly<Record<string, unknown>> & { readonly id: BaseKey };
type Query = Readonly<Record<string, unknown>>;
type ListAnswer = Readonly<Record<string, unknown>> & { readonly pagination?: Pagination };

/** A list in Refine's format. */
interface Rows {
  data: Row[];
  total: number;
  /** Whether the server has more rows than it sends, or counts (extras of ours). */
  hasMore?: boolean | undefined;
  /** Whether it is empty because the server refused the request (§8). */
  isRefused?: boolean;
}

const NONE: Rows = { data: [], total: 0 };
const FIRST_PAGE = 1;
/** The page size that requests a whole list (§7). */
const ALL_ROWS = 9999;
/** Larger page numbers and sizes are invalid. */
const MAX_COUNT = 999_999_999;

/** A valid number from the URL; otherwise the default. */
function countOr(count: number | undefined, otherwise: number): number {
  const makesSense = count !== undefined && Number.isInteger(count) && count > 0 && count <= MAX_COUNT;
  return makesSense ? count : otherwise;
}

/** The requested page and size. Default size: the declaration's, otherwise 5 (§9). */
function wantedPage(list: ListDeclaration, { pagination }: GetListParams): { page: number; size: number } {
  if (pagination?.mode === 'off' || pagination?.mode === 'client') return { page: FIRST_PAGE, size: ALL_ROWS };
  const usual = list.size ?? DEFAULT_PAGE_SIZE;
  const size = countOr(pagination?.pageSize, usual);
  return {
    page: countOr(pagination?.currentPage, FIRST_PAGE),
    size: list.sizes && !list.sizes.includes(size) ? usual : size,
  };
}

function fieldFilters(filters: readonly CrudFilter[] = []) {
  return filters.filter((filter) => 'field' in filter);
}

/** `field,…,dir`: the wire has one direction (rules §1), that of the first sorter. */
function sortText([first, ...others]: readonly CrudSort[]): string | undefined {
  if (!first) return undefined;
  const alike = others.filter(({ order }) => order === first.order);
  return [first, ...alike].map(({ field }) => field).join(',') + `,${first.order}`;
}

/** The sorters, if they differ from the declaration's own sort order. */
function otherSorters(list: ListDeclaration, { sorters = [] }: GetListParams): readonly CrudSort[] {
  return sortText(sorters) === list.sort ? [] : sorters;
}

/** Whether a request uses extras that not every server has (rules §1). */
function isBeyondSpecification(list: ListDeclaration, params: GetListParams): boolean {
  if (list.paging === 'server' && otherSorters(list, params).length > 0) return true;
  return fieldFilters(params.filters).some(({ field }) => list.call.extras?.filters?.includes(field));
}

/**
 * The query of a list call from Refine's parameters: filters by field, `sort=field,…,dir`, and for a list with server
 * paging `page` from 0 and `size` (rules §1). Extras beyond §7 are sent only if the server's features have them, and
 * parameters unknown to the call never.
 */
export function listQuery(list: ListDeclaration, params: GetListParams, features: Features): Query {
  const { page, size } = wantedPage(list, params);
  const isNamed = (names: Features['sorts'], field: string) => names[resourceOf(list.call)]?.includes(field) ?? false;
  const sent = fieldFilters(params.filters).filter(
    ({ field }) =>
      list.parameters.includes(field) &&
      (!list.call.extras?.filters?.includes(field) || isNamed(features.filters, field)),
  );
  const sorters = list.paging === 'server' ? otherSorters(list, params) : [];
  const sort = sorters.every(({ field }) => isNamed(features.sorts, field)) ? sortText(sorters) : undefined;
  return {
    ...list.query,
    ...Object.fromEntries(sent.map(({ field, value }) => [field, value as unknown])),
    ...(list.paging === 'server' && { page: page - FIRST_PAGE, size }),
    sort: sort ?? list.sort,
  };
}

/** The search parameters as the call's query, or as its body. */
export function searchInput({ method }: Call, query: Query): RawInput {
  return method === 'GET' ? { query } : { body: query };
}

async function callList(list: ListDeclaration, query: Query, signal: AbortSignal | undefined) {
  try {
    return (await callRaw(list.call, searchInput(list.call, query), { signal })) as ListAnswer;
  } catch (error) {
    const isQuiet = !list.tellsFailures && error instanceof ApiError && isQuietStatus(error.status);
    if (isQuiet) return null;
    throw error;
  }
}

/** Applies the filters that the call of a whole list does not have. */
function filtered(rows: Row[], list: ListDeclaration, { filters }: GetListParams): Row[] {
  const others = fieldFilters(filters).filter(({ field }) => !list.parameters.includes(field));
  return others.reduce((left, { field, operator, value }) => {
    const wanted = valueText(value ?? '');
    const passes = (text: string) =>
      operator === 'contains' ? hasWords(text, wanted) : text.toLowerCase() === wanted.toLowerCase();
    return wanted === '' ? left : left.filter((row) => passes(valueText(row[field] ?? '')));
  }, rows);
}

/** Sorts the rows of a whole list if another order is requested. */
function sorted(rows: Row[], list: ListDeclaration, params: GetListParams): Row[] {
  const sorters = otherSorters(list, params);
  return rows.toSorted((one, other) => {
    const order = sorters
      .map(({ field, order: direction }) => {
        const ascending = compareValues(one[field], other[field]);
        return direction === 'asc' ? ascending : -ascending;
      })
      .find((difference) => difference !== 0);
    return order ?? 0;
  });
}

/**
 * The rows of a list, each with its `id`, and their total. Empty after an error that lists do not show (rules §2),
 * unless the declaration has `tellsFailures`. Lists without server paging are filtered, sorted and cut here.
 * @throws ApiError for any other failure
 */
export async function getRows(
  list: ListDeclaration,
  params: GetListParams,
  signal: AbortSignal | undefined,
): Promise<Rows> {
  const features = isBeyondSpecification(list, params) ? await knownFeatures() : NO_FEATURES;
  const query = listQuery(list, params, features);
  if (list.needs?.some((field) => (query[field] ?? '') === '')) return NONE;
  const answer = await callList(list, query, signal);
  if (!answer) return { ...NONE, isRefused: true };
  const found = answer[list.collection] as Record<string, unknown>[];
  const rows = found.map((row) => ({ ...row, id: list.rowId(row as never) }));
  const { page, size } = wantedPage(list, params);
  if (list.paging === 'server') {
    const seen = rows.length > 0 ? (page - 1) * size + rows.length : 0;
    const { totalCount = 0, hasMore = false } = answer.pagination ?? {};
    // A server may count fewer rows than it sends. The pager must reach all of them.
    return { data: rows, total: hasMore ? totalCount : Math.max(totalCount, seen), hasMore };
  }
  const wanted = sorted(filtered(rows, list, params), list, params);
  const isCut = params.pagination?.mode === 'server';
  return {
    data: isCut ? wanted.slice((page - 1) * size, page * size) : wanted,
    total: wanted.length,
  };
}
