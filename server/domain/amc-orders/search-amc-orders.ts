import type { searchAmcOrders as searchAmcOrdersCall } from '#contract/calls/amc-orders.ts';
import type { EsbStatus } from '#contract/entities/amc-order.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { inBatches, withConcurrencyLimit } from '../batches.ts';
import type { Principal, Database, Services } from '../context.ts';
import { type BatchedPage, type PageRequest, pageWindow } from '../paging.ts';
import { validRows } from '../valid-rows.ts';
import { toRowId } from '../row-id.ts';
import { type RequestedParties, scopeOf } from '../scope.ts';
import { type SortColumns, follows, readOrder } from '../sorting.ts';
import type { AmcOrder } from './amc-order.ts';
import { type AmcOrderRow, toAmcOrder, withListColumns } from './select-amc-orders.ts';

/** The filters of a search for orders (§7). */
export interface AmcOrderFilters extends RequestedParties {
  readonly amcOrderId?: number | undefined;
  /** The first and the last order date in Europe/Rome, both included. A date-time means its day. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  /** One of these statuses. */
  readonly esbStatus?: readonly EsbStatus[] | undefined;
}

interface AmcOrderSearch extends AmcOrderFilters, PageRequest {
  readonly sort?: string | undefined;
}

const DEFAULT_SORT = 'createTime,desc';
const COLUMNS = {
  createTime: 'amc_order.created_at',
  orderDate: 'amc_order.ordered_at',
  amcOrderId: 'amc_order.amc_order_id',
  amount: 'amc_order.amount',
  esbStatus: 'amc_order.esb_status',
} as const satisfies SortColumns<typeof searchAmcOrdersCall>;

/** The orders of these parties that match all filters, without the names of the parties: a count needs none. */
export function selectFound(db: Database, { aslId, businessId }: RequestedParties, filters: AmcOrderFilters) {
  const { amcOrderId, dateStart, dateEnd, esbStatus } = filters;
  let query = db.selectFrom('amc_order');
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', toRowId(businessId));
  if (amcOrderId !== undefined) query = query.where('amc_order_id', '=', toRowId(amcOrderId));
  if (dateStart) query = query.where('ordered_at', '>=', startOfDay(dayOfRequest(dateStart)));
  if (dateEnd) query = query.where('ordered_at', '<', endOfDay(dayOfRequest(dateEnd)));
  if (esbStatus) query = query.where('esb_status', 'in', esbStatus);
  return query;
}

async function* readRows(found: ReturnType<typeof selectFound>, search: AmcOrderSearch, signal: AbortSignal) {
  const { pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const order = { columns: [...columns, 'amc_order.amc_order_id'] as const, direction };
  const sorted = order.columns.reduce((query, column) => query.orderBy(column, direction), withListColumns(found));
  const read = (after: AmcOrderRow | undefined, limit: number) =>
    (after === undefined
      ? sorted.offset(offset)
      : sorted.where(follows(order, 'amc_order', 'amc_order.amc_order_id', after.amc_order_id))
    )
      .limit(limit)
      .execute();
  for await (const batch of inBatches(read, signal, pageSize)) {
    yield validRows(batch, (row) => row.amc_order_id, toAmcOrder);
  }
}

/**
 * A page of the orders that the principal may see and that match all filters, newest first by default (§7).
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST for an unknown sort field, and as `scopeOf`
 */
export async function searchAmcOrders(
  { db }: Services,
  principal: Principal,
  search: AmcOrderSearch,
  signal: AbortSignal,
): Promise<BatchedPage<AmcOrder>> {
  const { page, pageSize } = pageWindow(search);
  const found = selectFound(db, scopeOf(principal, search), search);
  const counting = found.select((eb) => eb.fn.countAll<string>().as('totalCount'));
  const { totalCount } = await withConcurrencyLimit('page', () => counting.executeTakeFirstOrThrow());
  return { batches: readRows(found, search, signal), page, pageSize, totalCount: Number(totalCount) };
}
