import { sql } from 'kysely';
import { money } from '#contract/rules/money.ts';
import type { Services } from '../context.ts';
import type { Delivery } from './delivery.ts';

interface Claim {
  /** The maximum number of orders. */
  readonly limit: number;
  /** The duration of the lease in ms. If the process dies, its orders wait no longer than that. */
  readonly leaseMs: number;
}

/**
 * Claims the orders that are due for delivery, the longest due first. Safe in several processes: each order goes to one
 * process, and no process waits for another.
 */
export async function claimDeliveries(services: Services, { limit, leaseMs }: Claim): Promise<Delivery[]> {
  const now = services.now();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const claimed = await services.db
    .with('due', (db) =>
      db
        .selectFrom('outbox')
        .select('outbox_id')
        .where('settled_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('outbox_id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from(['due', 'amc_order'])
    .whereRef('outbox.outbox_id', '=', 'due.outbox_id')
    .whereRef('amc_order.amc_order_id', '=', 'outbox.amc_order_id')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: leasedUntil }))
    .returning([
      'outbox.outbox_id',
      'outbox.amc_order_id',
      'outbox.idempotency_key',
      'outbox.attempts',
      'amc_order.amount',
      'amc_order.esb_status',
      // As text, so that every digit of an amount is sent as stored.
      sql<string>`outbox.payload::text`.as('payload'),
    ])
    .execute();
  return claimed.map((row) => ({
    outboxId: row.outbox_id,
    amcOrderId: row.amc_order_id,
    idempotencyKey: row.idempotency_key,
    payload: row.payload,
    amount: money(row.amount),
    isTaken: row.esb_status !== 'PENDING',
    attempt: row.attempts,
    leasedUntil,
  }));
}
