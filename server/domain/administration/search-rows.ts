import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { consultationWriter } from '../audit/consultation-writer.ts';
import { inBatches, withConcurrencyLimit } from '../batches.ts';
import type { Principal, Services } from '../context.ts';
import { type BatchedPage, type PageRequest, pageWindow } from '../paging.ts';
import { type ValidRows, validRows } from '../valid-rows.ts';
import { toRowId } from '../row-id.ts';
import { follows, readOrder } from '../sorting.ts';
import type { AdminResource, Values } from './admin-resource.ts';
import { type StoredRow, idColumn, patientIdOf, selection, serializeRow, visibleTo } from './select-rows.ts';

/** The parameters of a search: page, sort order and the filters of the resource. */
export interface RowSearch extends PageRequest {
  readonly sort?: string | undefined;
  /** Only the rows with these ids. */
  readonly ids?: readonly number[] | undefined;
  readonly [filter: string]: unknown;
}

function conditionsOf(resource: AdminResource, search: RowSearch): RawBuilder<SqlBool>[] {
  const { ids } = search;
  const filtered = Object.entries(resource.filters).flatMap(([name, condition]) => {
    const value = search[name];
    // The contract's schema of the same name has already parsed the value.
    return value === undefined ? [] : [condition(value as never)];
  });
  const named = ids && sql<SqlBool>`${sql.ref(idColumn(resource))} = any(${ids.map(toRowId)}::int[])`;
  return named ? [...filtered, named] : filtered;
}

/** The rows that match the principal's search. */
interface Search {
  readonly services: Services;
  readonly resource: AdminResource;
  readonly principal: Principal;
  readonly search: RowSearch;
}

function matchingRows({ resource, principal, search }: Search): RawBuilder<unknown> {
  const matching = sql.join([visibleTo(resource, principal), ...conditionsOf(resource, search)], sql` and `);
  return sql`from ${sql.table(resource.table)} where ${matching}`;
}

/** Reads the rows in their order, in batches. Patients in them are written to the access log. */
function batchesOf(asked: Search, signal: AbortSignal): AsyncIterable<ValidRows<Values>> {
  const { services, resource, principal, search } = asked;
  const { db, now } = services;
  const { table, id, sorts, sort } = resource;
  const { pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? sort, sorts);
  const rowId = idColumn(resource);
  const order = { columns: [...columns.map((column) => `${table}.${column}`), rowId], direction };
  const sorted = sql.join(order.columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const from = matchingRows(asked);
  const idOf = (row: StoredRow) => Number(row[id.field]);

  const read = async (after: StoredRow | undefined, limit: number) => {
    const place =
      after === undefined
        ? sql`order by ${sorted} offset ${offset}`
        : sql`and ${follows(order, table, rowId, idOf(after))} order by ${sorted}`;
    return (await sql<StoredRow>`select ${selection(resource)} ${from} ${place} limit ${limit}`.execute(db)).rows;
  };

  return (async function* () {
    const consult = consultationWriter(db, principal, { at: now() });
    for await (const rows of inBatches(read, signal, pageSize)) {
      const found = validRows(rows, idOf, (row) => serializeRow(resource, row));
      await consult(found.rows.flatMap((row) => patientIdOf(row) ?? []));
      yield found;
    }
  })();
}

/**
 * A page of the rows that the principal may see and that match all filters. Patients in it are written to the access
 * log.
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function searchRows(
  services: Services,
  resource: AdminResource,
  principal: Principal,
  search: RowSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Values>> {
  const asked = { services, resource, principal, search };
  const batches = batchesOf(asked, signal);
  const counting = sql<{ count: string }>`select count(*) as count ${matchingRows(asked)}`;
  const { rows: counts } = await withConcurrencyLimit('page', () => counting.execute(services.db));
  const { page, pageSize } = pageWindow(search);
  return { batches, page, pageSize, totalCount: Number(counts[0]?.count) };
}

/**
 * All rows that match the search, without a count.
 * @throws DomainError as `searchRows`
 */
export function exportRows(
  services: Services,
  resource: AdminResource,
  principal: Principal,
  search: RowSearch,
  signal: AbortSignal,
): AsyncIterable<ValidRows<Values>> {
  return batchesOf({ services, resource, principal, search: { ...search, size: Infinity } }, signal);
}
