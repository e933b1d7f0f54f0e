import type { FastifyBaseLogger } from 'fastify';
import { claimDeliveries } from '#server/domain/amc-orders/claim-deliveries.ts';
import type { Delivery, EsbTarget } from '#server/domain/amc-orders/delivery.ts';
import { recordDelivery } from '#server/domain/amc-orders/record-delivery.ts';
import type { Services } from '#server/domain/context.ts';

/** How many orders a process delivers at once. */
const AT_ONCE = 4;
/** How much longer a lease is than the wait for an answer, in ms: for the database, and for clocks that differ. */
const LEASE_MARGIN_MS = 30_000;

interface OrderDelivery {
  readonly services: Services;
  readonly target: EsbTarget;
  readonly logger: FastifyBaseLogger;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs: number;
}

/** A failure to write the outcome down leaves the order leased: it is delivered again when the lease ends. */
async function deliverOne(
  { services, target, logger, timeoutMs }: OrderDelivery,
  delivery: Delivery,
  stop: AbortSignal,
) {
  const { amcOrderId, attempt } = delivery;
  try {
    const outcome = await target.deliver(delivery, AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]));
    await recordDelivery(services, delivery, outcome);
    if (outcome.kind === 'FAILED')
      logger.warn({ amcOrderId, attempt, cause: outcome.cause }, 'AMC order not delivered');
    else logger.info({ amcOrderId, attempt, outcome: outcome.kind }, 'AMC order delivered');
  } catch (error) {
    logger.error({ err: error, amcOrderId, attempt }, 'delivery of AMC order not recorded');
  }
}

/**
 * Delivers every AMC order that is due, at least once each and under its idempotency key (rules §7). No
 * transaction is open while the bus is waited for. Safe in any number of processes.
 * @param stop ends it: a delivery under way is given up, and made again by whoever comes next
 * @throws what the database throws when no order can be claimed
 */
export async function deliverOrders(delivery: OrderDelivery, stop: AbortSignal): Promise<void> {
  const claim = { limit: AT_ONCE, leaseMs: delivery.timeoutMs + LEASE_MARGIN_MS };
  while (!stop.aborted) {
    const due = await claimDeliveries(delivery.services, claim);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => deliverOne(delivery, one, stop)));
  }
}
