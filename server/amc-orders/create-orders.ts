import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { money, type Money, sum } from '#contract/rules/money.ts';
import { readInstant } from '#server/database/clock.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { requireUser } from '#server/reference/stores.ts';
import { groupBy } from '#contract/group-by.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type AmcOrder, selectAmcOrders, toAmcOrder } from './amc-order.ts';
import { lockPurchases, type OrderablePurchase } from './open-orders.ts';

/** The data of an order for the bus. */
interface OrderedPurchases {
  readonly amcOrderId: number;
  readonly orderedAt: Date;
  readonly vat: string;
  readonly storeCode: string;
  readonly districtCode: string;
  /** The code of the health authority that pays. */
  readonly payerCode: string;
  /** In euro. */
  readonly amount: Money;
  readonly purchases: readonly {
    readonly purchaseId: number;
    readonly createdAt: Date;
    readonly amount: Money;
  }[];
}

/**
 * The payload of an order for the bus (rules §7). Amounts are exact decimal texts in euro. It contains no patient data.
 */
export function orderPayload(order: OrderedPurchases): Readonly<Record<string, unknown>> {
  return {
    amcOrderId: order.amcOrderId,
    orderDate: toOffsetTimestamp(order.orderedAt),
    vat: order.vat,
    storeCode: order.storeCode,
    districtCode: order.districtCode,
    payerCode: order.payerCode,
    amount: order.amount.toFixed(2),
    purchases: order.purchases.map(({ purchaseId, createdAt, amount }) => ({
      purchaseId,
      createTime: createdAt.toISOString(),
      amount: amount.toFixed(2),
    })),
  };
}

/** The purchases of one store that one health authority pays. */
interface OrderDraft {
  readonly storeId: number;
  readonly aslId: number;
  readonly amount: Money;
  readonly purchases: readonly OrderablePurchase[];
}

/** A draft with its order number. */
interface RecordedOrder extends OrderDraft {
  readonly amcOrderId: number;
}

/** The order time that the shop gave, and the time of storage. */
interface OrderTimes {
  readonly orderedAt: Date;
  readonly at: Date;
}

function draftsOf(purchases: readonly OrderablePurchase[]): readonly OrderDraft[] {
  const groups = groupBy(purchases, ({ storeId, aslId }) => `${storeId} ${aslId}`);
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ storeId, aslId }) => {
      return { storeId, aslId, amount: sum(own.map(({ amount }) => amount)), purchases: own };
    }),
  );
}

async function insertOrder(
  trx: Database,
  principal: BusinessPrincipal,
  drafts: readonly OrderDraft[],
  times: OrderTimes,
) {
  const rows = await trx
    .insertInto('amc_order')
    .values(
      drafts.map(({ storeId, aslId, amount }) => ({
        business_id: principal.businessId,
        store_id: storeId,
        asl_id: aslId,
        user_id: principal.userId,
        ordered_at: times.orderedAt,
        created_at: times.at,
        amount: amount.toFixed(2),
        esb_status: 'PENDING' as const,
        parties_id: sql<number>`named_parties(${storeId}, ${aslId})`,
      })),
    )
    .returning(['amc_order_id', 'store_id', 'asl_id'])
    .execute();
  const ids = new Map(rows.map((row) => [`${row.store_id} ${row.asl_id}`, row.amc_order_id]));
  return drafts.map((draft): RecordedOrder => {
    const amcOrderId = ids.get(`${draft.storeId} ${draft.aslId}`);
    if (amcOrderId === undefined) throw new Error(`The order of store ${draft.storeId} got no number`);
    return { ...draft, amcOrderId };
  });
}

/** Inserts all links in one statement: an order may have 100,000 purchases. */
async function insertLinks(trx: Database, orders: readonly RecordedOrder[]): Promise<void> {
  const links = orders.flatMap(({ amcOrderId, purchases }) =>
    purchases.map(({ purchaseId }) => ({ amcOrderId, purchaseId })),
  );
  const orderIds = links.map((link) => link.amcOrderId);
  const purchaseIds = links.map((link) => link.purchaseId);
  await trx
    .insertInto('amc_order_purchase')
    .columns(['amc_order_id', 'purchase_id'])
    .expression(sql`select * from unnest(${orderIds}::bigint[], ${purchaseIds}::bigint[])`)
    .execute();
}

async function insertDeliveries(
  trx: Database,
  trace: string,
  orders: readonly RecordedOrder[],
  { orderedAt, at }: OrderTimes,
) {
  const rows = await trx
    .selectFrom('amc_order')
    .innerJoin('parties', 'parties.parties_id', 'amc_order.parties_id')
    .select(['amc_order_id', 'amount', 'vat', 'store_code', 'district_code', 'asl_code'])
    .where(
      'amc_order_id',
      'in',
      orders.map(({ amcOrderId }) => amcOrderId),
    )
    .execute();
  const purchases = new Map(orders.map((order) => [order.amcOrderId, order.purchases]));
  const deliveries = rows.map((row) => ({
    idempotency_key: randomUUID(),
    amc_order_id: row.amc_order_id,
    next_attempt_at: at,
    trace,
    payload: JSON.stringify(
      orderPayload({
        amcOrderId: row.amc_order_id,
        orderedAt,
        vat: row.vat,
        storeCode: row.store_code,
        districtCode: row.district_code,
        payerCode: row.asl_code,
        amount: money(row.amount),
        purchases: purchases.get(row.amc_order_id) ?? [],
      }),
    ),
  }));
  await trx.insertInto('outbox').values(deliveries).execute();
}

/**
 * Records the orders of locked purchases, one for each store and payer, with their payloads for the bus (rules §7).
 * @returns the order numbers, in the order of their first purchases
 */
async function recordOrders(
  trx: Database,
  principal: BusinessPrincipal,
  purchases: readonly OrderablePurchase[],
  times: OrderTimes,
): Promise<readonly number[]> {
  const orders = await insertOrder(trx, principal, draftsOf(purchases), times);
  await insertLinks(trx, orders);
  await insertDeliveries(trx, principal.trace, orders, times);
  return orders.map(({ amcOrderId }) => amcOrderId);
}

/** The parameters of an order (§7). */
interface AmcOrderRequest {
  readonly purchasesIds: readonly number[];
  /** The order time that the shop gives. */
  readonly orderDate: Date;
}

/** The maximum difference between the shop's clock and the server's clock, in ms: two days (rules §1). */
const MAX_DEVIATION_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Orders purchases of the active business, one order for each store and payer, all or none. Orders, links, outbox and
 * audit are written in one transaction (rules §7).
 * @param answer creates the response; if it throws, nothing is ordered
 * @throws DomainError INVALID_REQUEST for an order date that is too far from now, and as `lockPurchases`
 * and `requireUser`
 */
export async function createAmcOrders<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  { purchasesIds, orderDate }: AmcOrderRequest,
  answer: (orders: readonly AmcOrder[]) => Answer,
): Promise<Answer> {
  if (Math.abs(orderDate.getTime() - services.now().getTime()) > MAX_DEVIATION_MS) {
    throw new DomainError('INVALID_REQUEST', { field: 'orderDate' });
  }
  return services.db.transaction().execute(async (trx) => {
    await requireUser(trx, principal);
    const purchases = await lockPurchases(trx, principal, purchasesIds);
    const at = await readInstant(trx, services);
    const ids = await recordOrders(trx, principal, purchases, { orderedAt: orderDate, at });
    const rows = await selectAmcOrders(trx).where('amc_order_id', 'in', ids).orderBy('amc_order_id').execute();
    await writeAudit(trx, {
      at,
      action: 'AMC_ORDERS_CREATED',
      by: principal,
      details: {
        purchases: purchases.length,
        orders: rows.map(({ amc_order_id: amcOrderId, amount }) => ({ amcOrderId, amount })),
      },
    });
    return answer(rows.map(toAmcOrder));
  });
}
