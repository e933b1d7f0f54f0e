import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Money, money, sum } from '#contract/rules/money.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { groupBy } from '#contract/group-by.ts';
import type { OrderablePurchase } from './lock-purchases.ts';
import { orderPayload } from './order-payload.ts';

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
    .expression(sql`select * from unnest(${orderIds}::int[], ${purchaseIds}::int[])`)
    .execute();
}

async function insertDeliveries(trx: Database, orders: readonly RecordedOrder[], { orderedAt, at }: OrderTimes) {
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
export async function recordOrders(
  trx: Database,
  principal: BusinessPrincipal,
  purchases: readonly OrderablePurchase[],
  times: OrderTimes,
): Promise<readonly number[]> {
  const orders = await insertOrder(trx, principal, draftsOf(purchases), times);
  await insertLinks(trx, orders);
  await insertDeliveries(trx, orders, times);
  return orders.map(({ amcOrderId }) => amcOrderId);
}
