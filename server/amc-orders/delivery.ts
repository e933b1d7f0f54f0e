import { sql } from 'kysely';
import { money, type Money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { readInstant } from '#server/database/clock.ts';
import { lockRow } from '#server/database/row-locks.ts';
import type { Database, Services } from '#server/services.ts';

/** An AMC order that this process may deliver to the enterprise service bus until the lease ends (rules §7). */
export interface Delivery {
  readonly outboxId: number;
  readonly amcOrderId: number;
  /** The key by which the bus recognises an order that it has already received. */
  readonly idempotencyKey: string;
  /** The trace id of the call that made the order; null where no call did. */
  readonly trace: string | null;
  /** The order as JSON text, identical in every attempt. */
  readonly payload: string;
  /** The total of the order in euro. */
  readonly amount: Money;
  /** Whether the bus has already received the order, so that this delivery only asks for the result. */
  readonly isTaken: boolean;
  /** The number of this attempt since the bus last made progress with the order, from 1. */
  readonly attempt: number;
  /** After this time another process may deliver the order. */
  readonly leasedUntil: Date;
}

/** What the bus answers to an order that it has: its own number of it, if it gives one. */
interface Numbered {
  readonly number?: string | undefined;
}

/**
 * The result of a delivery: the bus received the order and will decide later, accepted it, rejected it, or the result
 * is unknown. `cause` names the failure, such as `HTTP 503` or `ECONNREFUSED`, and never quotes a response.
 */
export type DeliveryOutcome =
  | ({ readonly kind: 'TAKEN' } & Numbered)
  | ({ readonly kind: 'ACCEPTED' } & Numbered)
  | ({ readonly kind: 'REJECTED'; readonly reason: string } & Numbered)
  | { readonly kind: 'FAILED'; readonly cause: string };

/** The receiver of AMC orders. */
export interface EsbTarget {
  /**
   * Delivers an order. A repeated delivery under the same key asks for the result. Never rejects.
   * @param signal ends the wait for the response
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}

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
  const claimed = await services.db
    .with('due', (db) =>
      db
        .selectFrom('outbox')
        .select('outbox_id')
        .where('settled_at', 'is', null)
        .where('next_attempt_at', '<=', services.clock())
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
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: sql<Date>`${services.clock()} + ${leaseMs} * interval '1 millisecond'`,
    }))
    .returning([
      'outbox.outbox_id',
      'outbox.amc_order_id',
      'outbox.idempotency_key',
      'outbox.trace',
      'outbox.attempts',
      'outbox.next_attempt_at',
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
    trace: row.trace,
    payload: row.payload,
    amount: money(row.amount),
    isTaken: row.esb_status !== 'PENDING',
    attempt: row.attempts,
    leasedUntil: row.next_attempt_at,
  }));
}

const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 5 * 60 * 1000;

type Verdict = Extract<DeliveryOutcome, { kind: 'ACCEPTED' | 'REJECTED' }>;

/** The wait in ms after an unsuccessful delivery attempt: 5 s after the first, then doubled up to 5 minutes. */
function backoffAfter(attempt: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
}

/** Schedules the next attempt, unless the lease has ended and another process holds the order. */
async function tryAgain(trx: Database, { outboxId, leasedUntil }: Delivery, at: Date, cause: string | null) {
  await trx
    .updateTable('outbox')
    .set({ next_attempt_at: at, last_error: cause })
    .where('outbox_id', '=', outboxId)
    .where('next_attempt_at', '=', leasedUntil)
    .execute();
}

async function recordTaken(trx: Database, delivery: Delivery, now: Date): Promise<void> {
  const { outboxId, amcOrderId, attempt } = delivery;
  await tryAgain(trx, delivery, new Date(now.getTime() + backoffAfter(attempt)), null);
  const { numUpdatedRows } = await trx
    .updateTable('amc_order')
    .set({ esb_status: 'SENT' })
    .where('amc_order_id', '=', amcOrderId)
    .where('esb_status', '=', 'PENDING')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx.updateTable('outbox').set({ attempts: 0 }).where('outbox_id', '=', outboxId).execute();
  await writeAudit(trx, { at: now, action: 'AMC_ORDER_SENT', details: { amcOrderId } });
}

async function recordVerdict(trx: Database, { outboxId, amcOrderId }: Delivery, verdict: Verdict, now: Date) {
  const reason = verdict.kind === 'REJECTED' ? verdict.reason : null;
  await trx
    .updateTable('outbox')
    .set({ settled_at: now, last_error: null })
    .where('outbox_id', '=', outboxId)
    .execute();
  await trx
    .updateTable('amc_order')
    .set({ esb_status: verdict.kind, esb_reason: reason, rejected_at: verdict.kind === 'REJECTED' ? now : null })
    .where('amc_order_id', '=', amcOrderId)
    .execute();
  if (verdict.kind === 'REJECTED') {
    await trx
      .updateTable('amc_order_purchase')
      .set({ released_at: now })
      .where('amc_order_id', '=', amcOrderId)
      .where('released_at', 'is', null)
      .execute();
  }
  await writeAudit(trx, { at: now, action: `AMC_ORDER_${verdict.kind}`, details: { amcOrderId } });
}

/**
 * Records the result of a delivery (rules §7). TAKEN sets the status SENT; acceptance and rejection are final, and a
 * rejection releases the purchases; a failure schedules the next attempt. The bus's number is kept. A result after the final status changes
 * nothing, so several processes may deliver the same order.
 */
export async function recordDelivery(services: Services, delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const stored = await lockRow(trx, 'outbox', ['settled_at'], { outbox_id: delivery.outboxId }, 'update');
    if (!stored || stored.settled_at) return;
    const now = await readInstant(trx, services);
    if (outcome.kind !== 'FAILED' && outcome.number !== undefined) {
      const kept = trx.updateTable('amc_order').set({ esb_number: outcome.number });
      await kept.where('amc_order_id', '=', delivery.amcOrderId).execute();
    }
    switch (outcome.kind) {
      case 'TAKEN':
        return recordTaken(trx, delivery, now);
      case 'ACCEPTED':
      case 'REJECTED':
        return recordVerdict(trx, delivery, outcome, now);
      case 'FAILED':
        return tryAgain(trx, delivery, new Date(now.getTime() + backoffAfter(delivery.attempt)), outcome.cause);
    }
  });
}
