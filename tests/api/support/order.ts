import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/services.ts';
import { ASL, BUSINESSES, PURCHASES, STORES, TEST_NOW } from './fixture.ts';

interface PlacedOrder {
  readonly amcOrderId: number;
  readonly idempotencyKey: string;
}

/**
 * Inserts an AMC order with its outbox row, due at TEST_NOW; by default of `aurora`'s purchase. The amount is in euro.
 */
export async function placeOrder(
  db: Database,
  { amount = '109.00', purchaseIds = [PURCHASES.active.id] }: { amount?: string; purchaseIds?: number[] } = {},
): Promise<PlacedOrder> {
  const idempotencyKey = randomUUID();
  return db.transaction().execute(async (trx) => {
    const { amc_order_id: amcOrderId } = await trx
      .insertInto('amc_order')
      .values({
        business_id: BUSINESSES.aurora,
        store_id: STORES.auroraCentro,
        asl_id: ASL.sassari,
        user_id: 1,
        ordered_at: TEST_NOW,
        created_at: TEST_NOW,
        amount,
        esb_status: 'PENDING',
        parties_id: sql<number>`named_parties(${STORES.auroraCentro}, ${ASL.sassari})`,
      })
      .returning('amc_order_id')
      .executeTakeFirstOrThrow();
    if (purchaseIds.length > 0) {
      const links = purchaseIds.map((purchase_id) => ({ amc_order_id: amcOrderId, purchase_id }));
      await trx.insertInto('amc_order_purchase').values(links).execute();
    }
    const payload = JSON.stringify({ amcOrderId, amount: Number(amount), secret: 'of the payload' });
    await trx
      .insertInto('outbox')
      .values({ idempotency_key: idempotencyKey, amc_order_id: amcOrderId, payload, next_attempt_at: TEST_NOW })
      .execute();
    return { amcOrderId, idempotencyKey };
  });
}

/** An order as its list shows it, and the state of its delivery. */
export function readOrder(db: Database, amcOrderId: number) {
  return db
    .selectFrom('amc_order')
    .innerJoin('outbox', 'outbox.amc_order_id', 'amc_order.amc_order_id')
    .select(['esb_status', 'esb_reason', 'esb_number', 'attempts', 'next_attempt_at', 'settled_at', 'last_error'])
    .where('amc_order.amc_order_id', '=', amcOrderId)
    .executeTakeFirstOrThrow();
}

/** The audit entries of AMC orders, oldest first. */
export async function orderAudit(db: Database): Promise<unknown[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('action', 'like', 'AMC_ORDER_%')
    .where('user_id', 'is', null)
    .orderBy('audit_id')
    .execute();
  return rows.map(({ action, details }) => [action, details.amcOrderId]);
}
