import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { searchClosings } from '#contract/calls/admin/closings.ts';
import { downloadSpending, readSpending, searchFindings } from '#contract/calls/admin/spending.ts';
import * as amcOrders from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import * as billing from '#contract/calls/billing-summary.ts';
import { listAllBusinesses, listBusinesses } from '#contract/calls/businesses.ts';
import * as products from '#contract/calls/products.ts';
import * as purchases from '#contract/calls/purchases.ts';
import { file } from '#contract/entities/file.ts';
import { hasWrites, readWrites } from '#server/access-log/audit.ts';
import { adminResources } from '#server/administration/admin-resources.ts';
import type { Replica, ReplicaState } from '#server/database/replica.ts';
import type { Call } from '#contract/call.ts';
import type { Principal, Services } from '#server/services.ts';
import { repeat } from '#server/worker.ts';

/**
 * The calls that a replica may answer: lists, totals, dashboards and documents that may be late by seconds. No command
 * decides anything by them. The primary answers all others: checks before a sale, balances, carts, the row before a
 * change, the figures before a month is closed, the totals of a bill, receipts, sessions, and the access log, which must
 * contain the record of its own reading (docs/decisions/0046-reads-from-a-replica.md).
 */
export const REPLICA_CALLS: readonly Call[] = [
  purchases.searchPurchases,
  purchases.readPurchaseTotals,
  purchases.downloadPurchases,
  purchases.downloadStoreTransactions,
  amcOrders.searchAmcOrders,
  amcOrders.readAmcOrderTotals,
  amcOrders.downloadAmcOrdersCsv,
  amcOrders.downloadAmcOrdersPdf,
  amcOrders.downloadAmcOrderCsv,
  amcOrders.downloadAmcOrderPdf,
  billing.downloadBillSummary,
  billing.downloadBillProducts,
  listBusinesses,
  listAllBusinesses,
  listAsl,
  products.listCategories,
  products.listManufacturers,
  products.searchProducts,
  readSpending,
  downloadSpending,
  searchFindings,
  searchClosings,
  ...adminResources.flatMap(({ calls }) => [calls.search, calls.exportRows]),
];

const names = new Set<string>(REPLICA_CALLS.map(({ name }) => name));

/**
 * The maximum time between the timestamp of a change and its commit. A replica in use has all older changes, so only
 * newer ones are looked up.
 */
const MAX_COMMIT_DELAY_MS = 300_000;

/** The time between two polls of the replica in ms. */
const POLL_EVERY_MS = 1000;

/** The database that answers a call which may be late, and why. */
type ReadTarget = 'replica' | 'primary_own_write' | 'primary_replica_unready';

/** The services that answer a call. If it may be late, their database reads from the replica. */
export async function servicesForReads(call: Call, principal: Principal | null, services: Services): Promise<Services> {
  const { replica, metrics } = services;
  if (replica === undefined || !names.has(call.name)) return services;
  const at = services.now();
  const primary = (place: ReadTarget) => {
    metrics.lateReads.inc({ place });
    return services;
  };
  if (replica.state !== 'READY') return primary('primary_replica_unready');
  const reads = replica.forOneAnswer();
  // A document states when it was created, so it must contain everything until then.
  const isDocument = call.answer === file;
  if (isDocument && !(await replica.waitUntilCaughtUp())) return primary('primary_replica_unready');
  if (!isDocument && principal !== null) {
    const since = new Date(at.getTime() - replica.longestLagMs - MAX_COMMIT_DELAY_MS);
    const own = await readWrites(services.db, principal.userId, since);
    if (own === undefined || !(await hasWrites(reads, own))) return primary('primary_own_write');
  }
  metrics.lateReads.inc({ place: 'replica' });
  return { ...services, db: reads, ...(isDocument && { now: () => at }) };
}

/** Polls the replica, and logs when its use begins and ends. */
export function watchReplica(app: FastifyInstance, replica: Replica, log: FastifyBaseLogger): void {
  let told: ReplicaState = 'READY';
  const poll = async (): Promise<void> => {
    let err: unknown;
    await replica.poll().catch((error: unknown) => {
      err = error;
    });
    const { state, lagMs } = replica;
    if (state === told || state === 'UNKNOWN') return;
    told = state;
    if (state === 'READY') log.info({ lagMs }, 'the replica is used');
    else log.warn({ err, state, lagMs }, 'the replica is not used: its reads go to the primary');
  };
  const watching = repeat(poll, POLL_EVERY_MS);
  app.addHook('onClose', () => watching.stop());
}
