import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { consultOnce } from '../audit/consult-once.ts';
import { inBatches } from '../batches.ts';
import type { Caller, Services } from '../context.ts';
import { type BatchedPage, type PageRequest, pageWindow } from '../paging.ts';
import { readable } from '../readable.ts';
import { follows, readOrder } from '../sorting.ts';
import type { Administered, Values } from './administered.ts';
import { type StoredRow, idColumn, isSeenBy, patientIdOf, selection, toWireRow } from './select-rows.ts';

/** What a search asks: a page, its order, and the filters of the resource. */
export interface RowSearch extends PageRequest {
  readonly sort?: string | undefined;
  readonly [filter: string]: unknown;
}

function conditionsOf({ filters }: Administered, search: RowSearch): RawBuilder<SqlBool>[] {
  return Object.entries(filters).flatMap(([name, condition]) => {
    const value = search[name];
    // What it is has been read by the contract's schema of the same name.
    return value === undefined ? [] : [condition(value as never)];
  });
}

/**
 * A page of the rows that the caller sees and that pass every filter; patients in it are written to the access log.
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST on an unknown sort
 */
export async function searchRows(
  { db, now }: Services,
  resource: Administered,
  caller: Caller,
  search: RowSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Values>> {
  const { table, id, sorts, sort } = resource;
  const { page, pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? sort, sorts);
  const rowId = idColumn(resource);
  const order = { columns: [...columns.map((column) => `${table}.${column}`), rowId], direction };
  const sorted = sql.join(order.columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const matching = sql.join([isSeenBy(resource, caller), ...conditionsOf(resource, search)], sql` and `);
  const from = sql`from ${sql.table(table)} where ${matching}`;
  const { rows: counts } = await sql<{ count: string }>`select count(*) as count ${from}`.execute(db);
  const idOf = (row: StoredRow) => Number(row[id.field]);

  const read = async (after: StoredRow | undefined, limit: number) => {
    const place =
      after === undefined
        ? sql`order by ${sorted} offset ${offset}`
        : sql`and ${follows(order, table, rowId, idOf(after))} order by ${sorted}`;
    return (await sql<StoredRow>`select ${selection(resource)} ${from} ${place} limit ${limit}`.execute(db)).rows;
  };

  async function* batches() {
    const consult = consultOnce(db, caller, { at: now() });
    for await (const rows of inBatches(read, signal, pageSize)) {
      const found = readable(rows, idOf, (row) => toWireRow(resource, row));
      await consult(found.rows.flatMap((row) => patientIdOf(row) ?? []));
      yield found;
    }
  }

  return { batches: batches(), page, pageSize, totalCount: Number(counts[0]?.count) };
}
