import type { EsbStatus } from '#contract/entities/amc-order.ts';
import type { Services } from '../context.ts';

/** The AMC orders that wait for a verdict of the bus, for all processes together. */
interface OpenOrders {
  /** Those that the bus has not taken, and those that it has. */
  readonly counts: Readonly<Record<Extract<EsbStatus, 'PENDING' | 'SENT'>, number>>;
  /** The number of orders whose last delivery failed. */
  readonly failing: number;
  /** The age of the oldest order in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** Reads the open orders by their deliveries, which an index finds however many orders are settled. */
export async function readOpenOrders({ db, now }: Services): Promise<OpenOrders> {
  const { pending, all, failing, oldest } = await db
    .selectFrom('outbox')
    .innerJoin('amc_order', 'amc_order.amc_order_id', 'outbox.amc_order_id')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('esb_status', '=', 'PENDING').as('pending'),
      fn.count<string>('last_error').as('failing'),
      fn.min<Date | null>('created_at').as('oldest'),
    ])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    counts: { PENDING: Number(pending), SENT: Number(all) - Number(pending) },
    failing: Number(failing),
    oldestSeconds: oldest === null ? 0 : (now().getTime() - oldest.getTime()) / 1000,
  };
}
