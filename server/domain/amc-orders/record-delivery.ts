import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Services } from '../context.ts';
import type { Delivery, DeliveryOutcome } from './delivery.ts';

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
 * rejection releases the purchases; a failure schedules the next attempt. A result after the final status changes
 * nothing, so several processes may deliver the same order.
 */
export async function recordDelivery(services: Services, delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('outbox')
      .select('outbox_id')
      .where('outbox_id', '=', delivery.outboxId)
      .where('settled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!open) return;
    const now = services.now();
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
