import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '#server/services.ts';
import { claimDeliveries, type Delivery, type EsbTarget, recordDelivery } from './delivery.ts';

/** The number of orders that a process delivers at the same time. */
const AT_ONCE = 4;
/**
 * The time in ms by which a lease exceeds the wait for a response, for database time and differences between clocks.
 */
const LEASE_MARGIN_MS = 30_000;

interface OrderDelivery {
  readonly services: Services;
  readonly target: EsbTarget;
  readonly logger: FastifyBaseLogger;
  /** The longest wait for a response in ms. */
  readonly timeoutMs: number;
}

/**
 * If the result cannot be stored, the order stays leased and is delivered again after the lease.
 * @returns whether the result is stored
 */
async function deliverOne(
  { services, target, logger, timeoutMs }: OrderDelivery,
  delivery: Delivery,
  stop: AbortSignal,
): Promise<boolean> {
  const { amcOrderId, attempt, trace } = delivery;
  // The name by which the log has the trace of the call too.
  const log = trace === null ? logger : logger.child({ reqId: trace });
  try {
    const outcome = await target.deliver(delivery, AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]));
    await recordDelivery(services, delivery, outcome);
    if (outcome.kind === 'FAILED') log.warn({ amcOrderId, attempt, cause: outcome.cause }, 'AMC order not delivered');
    else log.info({ amcOrderId, attempt, outcome: outcome.kind }, 'AMC order delivered');
    return true;
  } catch (error) {
    log.error({ err: error, amcOrderId, attempt }, 'delivery of AMC order not recorded');
    return false;
  }
}

/**
 * Delivers every AMC order that is due, at least once, with its idempotency key (rules §7). No transaction is open
 * during a delivery. Safe in several processes.
 * @param stop aborts: a delivery under way is abandoned and repeated later
 * @throws the database error when no order can be claimed; an error when a result could not be stored
 */
export async function deliverOrders(delivery: OrderDelivery, stop: AbortSignal): Promise<void> {
  const claim = { limit: AT_ONCE, leaseMs: delivery.timeoutMs + LEASE_MARGIN_MS };
  let notRecorded = 0;
  while (!stop.aborted) {
    const due = await claimDeliveries(delivery.services, claim);
    if (due.length === 0) break;
    const recorded = await Promise.all(due.map((one) => deliverOne(delivery, one, stop)));
    notRecorded += recorded.filter((isRecorded) => !isRecorded).length;
  }
  if (notRecorded > 0 && !stop.aborted) throw new Error(`${notRecorded} deliveries of AMC orders not recorded`);
}
