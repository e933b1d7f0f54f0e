import { ESB_STATUSES, type EsbStatus } from '#contract/entities/amc-order.ts';
import type { Services } from '../context.ts';

/** The number of AMC orders by status, for all processes together. */
export async function countOrdersByStatus({ db }: Services): Promise<readonly (readonly [EsbStatus, number])[]> {
  const rows = await db
    .selectFrom('amc_order')
    .select(({ fn }) => ['esb_status', fn.countAll<string>().as('count')])
    .groupBy('esb_status')
    .execute();
  return ESB_STATUSES.map((status) => [status, Number(rows.find((row) => row.esb_status === status)?.count ?? 0)]);
}

/** The AMC orders that wait for a final status, for all processes together. */
interface OutboxCounts {
  /** The number of orders whose last delivery failed. */
  readonly failing: number;
  /** The age of the oldest order in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

export async function readOutbox({ db, now }: Services): Promise<OutboxCounts> {
  const { failing, oldest } = await db
    .selectFrom('outbox')
    .innerJoin('amc_order', 'amc_order.amc_order_id', 'outbox.amc_order_id')
    .select(({ fn }) => [fn.count<string>('last_error').as('failing'), fn.min<Date | null>('created_at').as('oldest')])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    failing: Number(failing),
    oldestSeconds: oldest === null ? 0 : (now().getTime() - oldest.getTime()) / 1000,
  };
}
