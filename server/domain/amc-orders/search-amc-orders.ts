import type { searchAmcOrders as searchAmcOrdersCall } from '#contract/calls/amc-orders.ts';
import type { EsbStatus } from '#contract/entities/amc-order.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import type { Caller, Database, Services } from '../context.ts';
import { type PageRequest, type ReadablePage, pageWindow } from '../paging.ts';
import { readable } from '../readable.ts';
import { toRowId } from '../row-id.ts';
import { type AskedParties, scopeOf } from '../scope.ts';
import { type SortColumns, readOrder } from '../sorting.ts';
import type { AmcOrder } from './amc-order.ts';
import { selectAmcOrders, toAmcOrder } from './select-amc-orders.ts';

/** What the order search asks (§7); every filter narrows. */
interface AmcOrderSearch extends AskedParties, PageRequest {
  readonly amcOrderId?: number | undefined;
  /** The first and the last order date in Europe/Rome, both included; a date-time means its day. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  /** In any of these. */
  readonly esbStatus?: readonly EsbStatus[] | undefined;
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

function selectFound(db: Database, { aslId, businessId }: AskedParties, search: AmcOrderSearch) {
  const { amcOrderId, dateStart, dateEnd, esbStatus } = search;
  let query = selectAmcOrders(db);
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', toRowId(businessId));
  if (amcOrderId !== undefined) query = query.where('amc_order_id', '=', toRowId(amcOrderId));
  if (dateStart) query = query.where('ordered_at', '>=', startOfDay(dayOfRequest(dateStart)));
  if (dateEnd) query = query.where('ordered_at', '<', endOfDay(dayOfRequest(dateEnd)));
  if (esbStatus) query = query.where('esb_status', 'in', esbStatus);
  return query;
}

/**
 * A page of the orders that the caller may see and that pass every filter, newest first unless the request sorts
 * otherwise (§7).
 * @throws DomainError INVALID_REQUEST on an unknown sort, and as `scopeOf`
 */
export async function searchAmcOrders(
  { db }: Services,
  caller: Caller,
  search: AmcOrderSearch,
): Promise<ReadablePage<AmcOrder>> {
  const { page, pageSize, offset } = pageWindow(search);
  const order = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const found = selectFound(db, scopeOf(caller, search), search);
  const { totalCount } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('totalCount'))
    .executeTakeFirstOrThrow();
  const sorted = order.columns.reduce((query, column) => query.orderBy(column, order.direction), found);
  const rows = await sorted.orderBy('amc_order_id', order.direction).limit(pageSize).offset(offset).execute();
  return { ...readable(rows, (row) => row.amc_order_id, toAmcOrder), page, pageSize, totalCount: Number(totalCount) };
}
