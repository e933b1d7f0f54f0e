import type { EsbStatus, searchAmcOrders as searchAmcOrdersCall } from '#contract/calls/amc-orders.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { follows, readOrder, type SortColumns } from '#server/database/queries.ts';
import { type RequestedParties, scopeOf } from '#server/reference/filter-names.ts';
import { type BatchedPage, countRows, inBatches, type PageRequest, pageWindow, validRows } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';

/** An order for the central purchasing body: purchases of one store that one health authority pays (§3, rules §7). */
export interface AmcOrder {
  readonly amcOrderId: number;
  readonly businessId: number;
  readonly businessName: string;
  readonly storeCode: string;
  readonly storeName: string;
  /** The health authority that pays. */
  readonly asl: { readonly aslId: number; readonly name: string };
  readonly districtCode: string;
  /** The order time that the shop gave. */
  readonly orderDate: Date;
  /** In euro. */
  readonly amount: Money;
  readonly esbStatus: EsbStatus;
  /** The bus's reason for a rejection. */
  readonly esbReason: string | null;
  /** The bus's own number of the order. */
  readonly esbNumber: string | null;
}

function fromOrders(db: Database) {
  return db.selectFrom('amc_order');
}

/** Adds the columns of a list to a query for orders. */
function withListColumns(orders: ReturnType<typeof fromOrders>) {
  return orders
    .innerJoin('parties', 'parties.parties_id', 'amc_order.parties_id')
    .select(['amc_order_id', 'business_id', 'company_name', 'store_code', 'store_name', 'district_code'])
    .select(['amc_order.asl_id', 'asl_name'])
    .select(['ordered_at', 'amount', 'esb_status', 'esb_reason', 'esb_number']);
}

/** Selects orders with the columns of a list. */
export function selectAmcOrders(db: Database) {
  return withListColumns(fromOrders(db));
}

export type AmcOrderRow = Awaited<ReturnType<ReturnType<typeof selectAmcOrders>['execute']>>[number];

export function toAmcOrder(row: AmcOrderRow): AmcOrder {
  return {
    amcOrderId: row.amc_order_id,
    businessId: row.business_id,
    businessName: row.company_name,
    storeCode: row.store_code,
    storeName: row.store_name,
    asl: { aslId: row.asl_id, name: row.asl_name },
    districtCode: row.district_code,
    orderDate: row.ordered_at,
    amount: money(row.amount),
    esbStatus: row.esb_status,
    esbReason: row.esb_reason,
    esbNumber: row.esb_number,
  };
}

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
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', aslId);
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', businessId);
  if (amcOrderId !== undefined) query = query.where('amc_order_id', '=', amcOrderId);
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
  const window = pageWindow(search);
  const found = selectFound(db, scopeOf(principal, search), search);
  const counted = await countRows(db, window, (limit) => found.select('amc_order_id').limit(limit));
  return { batches: readRows(found, search, signal), ...window, ...counted };
}
