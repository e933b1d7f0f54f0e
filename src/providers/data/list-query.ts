import type { CrudFilter, CrudSort, GetListParams } from '@refinedev/core';
import type { ListDeclaration } from './resource-declaration.ts';

const FIRST_PAGE = 1;
const DEFAULT_SIZE = 5;
/** Pages and rows beyond it no list has, and no server need read the number. */
const LARGEST_COUNT = 999_999_999;

function filterFields(filters: readonly CrudFilter[]): Record<string, unknown> {
  const simple = filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value as unknown]] : []));
  return Object.fromEntries(simple) as Record<string, unknown>;
}

function sortText(sorters: readonly CrudSort[]): string | undefined {
  const [first] = sorters;
  return first && [...sorters.map(({ field }) => field), first.order].join(',');
}

/** A URL may ask for a page, or for so many rows, that no list has. */
function countOr(count: number | undefined, otherwise: number): number {
  const makesSense = count !== undefined && Number.isInteger(count) && count > 0 && count <= LARGEST_COUNT;
  return makesSense ? count : otherwise;
}

/**
 * Which rows a screen wants, with the declaration's page size where it does not say, or nothing that makes sense
 * (§9: 5). Pages count from 1.
 */
export function wantedPage(list: ListDeclaration, { pagination }: GetListParams): { page: number; size: number } {
  const usual = list.size ?? DEFAULT_SIZE;
  const size = countOr(pagination?.pageSize, usual);
  return {
    page: countOr(pagination?.currentPage, FIRST_PAGE),
    size: list.sizes && !list.sizes.includes(size) ? usual : size,
  };
}

/**
 * The query of a list call from what Refine gives: filters by field, `sort=field,…,dir`, and for a list that the
 * server pages `page` from 0 and `size` (decisions §1).
 */
export function listQuery(list: ListDeclaration, params: GetListParams): Record<string, unknown> {
  const { page, size } = wantedPage(list, params);
  return {
    ...list.query,
    ...filterFields(params.filters ?? []),
    ...(list.paging === 'server' && { page: page - FIRST_PAGE, size }),
    sort: sortText(params.sorters ?? []) ?? list.sort,
  };
}

/** Whether a filter that the list needs is missing, so that it is empty without a call. */
export function lacksNeededFilter(list: ListDeclaration, query: Readonly<Record<string, unknown>>): boolean {
  return (list.needs ?? []).some((field) => query[field] === undefined || query[field] === '');
}
