import { ESB_STATUSES, type EsbStatus } from '#contract/entities/amc-order.ts';
import type { Services } from '../context.ts';

/** How the delivery of AMC orders goes, over all processes. */
export interface OrderCounts {
  readonly byStatus: ReadonlyMap<EsbStatus, number>;
  /** Orders whose last delivery failed. */
  readonly failing: number;
  /** Age of the oldest order without a verdict, in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** Counts the AMC orders by their status on the bus, and those that wait for its verdict. */
export async function countOrders(services: Services): Promise<OrderCounts> {
  const { db } = services;
  const rows = await db
    .selectFrom('amc_order')
    .select(({ fn }) => ['esb_status', fn.countAll<string>().as('count')])
    .groupBy('esb_status')
    .execute();
  const open = await db
    .selectFrom('outbox')
    .innerJoin('amc_order', 'amc_order.amc_order_id', 'outbox.amc_order_id')
    .select(({ fn }) => [fn.count<string>('last_error').as('failing'), fn.min<Date | null>('created_at').as('oldest')])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    byStatus: new Map(
      ESB_STATUSES.map((status) => [status, Number(rows.find((row) => row.esb_status === status)?.count ?? 0)]),
    ),
    failing: Number(open.failing),
    oldestSeconds: open.oldest === null ? 0 : (services.now().getTime() - open.oldest.getTime()) / 1000,
  };
}
