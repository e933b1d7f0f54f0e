import type { BaseKey, GetListParams } from '@refinedev/core';
import type { Pagination } from '#contract/entities/pagination.ts';
import { ApiError } from '../http/api-error.ts';
import { callRaw } from '../http/call-api.ts';
import { isQuietForLists } from '../http/error-policy.ts';
import { lacksNeededFilter, listQuery, wantedPage } from './list-query.ts';
import type { ListDeclaration } from './resource-declaration.ts';
import { signalOf } from './signal-of.ts';

interface Row {
  readonly id: BaseKey;
}

interface Rows {
  data: Row[];
  total: number;
}

type ListAnswer = Readonly<Record<string, unknown>> & { readonly pagination?: Pagination };

const NONE: Rows = { data: [], total: 0 };

function withIds({ rowId }: ListDeclaration, rows: readonly object[]): Row[] {
  return rows.map((row) => ({ ...row, id: rowId(row as never) }));
}

async function callList(list: ListDeclaration, query: RawQuery, params: GetListParams): Promise<ListAnswer | null> {
  try {
    return (await callRaw(list.call, { query }, { signal: signalOf(params.meta) })) as ListAnswer;
  } catch (error) {
    const isQuiet = !list.tellsFailures && error instanceof ApiError && isQuietForLists(error.status);
    if (isQuiet) return null;
    throw error;
  }
}

/** A server may count fewer rows than it sends: no row that is there may be out of the pager's reach. */
function totalOf({ pagination }: ListAnswer, seen: number): number {
  return Math.max(pagination?.totalCount ?? 0, seen);
}

type RawQuery = Readonly<Record<string, unknown>>;

/**
 * The rows of a list, each with its `id`, and how many there are in all. Empty on an error that is quiet for lists
 * (decisions §2), unless its declaration says that they are told. A list that the server does not page is cut here, unless Refine cuts it itself.
 * @throws ApiError for any other failure
 */
export async function getRows(list: ListDeclaration, params: GetListParams): Promise<Rows> {
  const query = listQuery(list, params);
  if (lacksNeededFilter(list, query)) return NONE;
  const answer = await callList(list, query, params);
  if (!answer) return NONE;
  const rows = withIds(list, answer[list.collection] as object[]);
  const { page, size } = wantedPage(list, params);
  if (list.paging === 'server') {
    return { data: rows, total: totalOf(answer, rows.length > 0 ? (page - 1) * size + rows.length : 0) };
  }
  if (params.pagination?.mode !== 'server') return { data: rows, total: rows.length };
  return { data: rows.slice((page - 1) * size, page * size), total: rows.length };
}
