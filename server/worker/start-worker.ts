import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { EsbTarget } from '#server/domain/amc-orders/delivery.ts';
import { deleteExpiredRecords } from '#server/domain/audit/delete-expired-records.ts';
import { deleteAbandonedCarts } from '#server/domain/carts/delete-abandoned-carts.ts';
import type { Services } from '#server/domain/context.ts';
import { continueImports } from '#server/domain/imports/continue-imports.ts';
import { deleteOldImports } from '#server/domain/imports/delete-old-imports.ts';
import { deleteEndedSessions } from '#server/domain/sessions/delete-ended-sessions.ts';
import { refreshSpending } from '#server/domain/spending/refresh-spending.ts';
import { httpTarget } from '#server/esb/http-target.ts';
import { loopbackTarget } from '#server/esb/loopback-target.ts';
import type { EsbSettings } from '#server/settings/types.ts';
import { deliverOrders } from './deliver-orders.ts';
import { reconcileNightly } from './reconcile-nightly.ts';
import { renewVouchers } from './renew-vouchers.ts';
import { type Repetition, repeat } from '../repeat.ts';
import { watchWrongPins } from './watch-wrong-pins.ts';

const RENEW_EVERY_MS = 10 * 60 * 1000;
const RENEW_AGAIN_MS = 10 * 1000;
const DELETE_EVERY_MS = 60 * 60 * 1000;
const WATCH_EVERY_MS = 60 * 1000;
const RECONCILE_AFTER_MS = 60 * 1000;
const IMPORT_EVERY_MS = 2000;
const SUM_UP_EVERY_MS = 15 * 1000;

/** The log message for a failure of each job. */
const FAILURES = {
  renewal: 'vouchers not renewed',
  delivery: 'AMC orders not delivered',
  expiredRecords: 'old records not deleted',
  abandonedCarts: 'abandoned carts not deleted',
  endedSessions: 'ended sessions not deleted',
  imports: 'files not imported',
  oldImports: 'old files not deleted',
  spending: 'spending not summed up',
  watch: 'wrong PINs not counted',
  reconciliation: 'ledger not reconciled',
} as const;

/** The bus over HTTP, or its stand-in inside this server. */
function esbTarget({ target }: EsbSettings): EsbTarget {
  return target.kind === 'http' ? httpTarget(target.url, target.token) : loopbackTarget(target.limit);
}

/**
 * Runs the background jobs (design §4): renews vouchers every ten minutes, delivers AMC orders at the configured
 * interval, continues imports every two seconds, updates the spending sums four times a minute, looks for many wrong
 * PINs every minute, deletes old records, carts, sessions and files every hour, and reconciles with the ledger after
 * the start and every night. A failed job, for example without database, is logged and tried again soon.
 */
export function startWorker(services: Services, logger: FastifyBaseLogger, esb: EsbSettings): Repetition {
  const isDone = (job: keyof typeof FAILURES, work: () => Promise<void>): Promise<boolean> =>
    services.metrics.countJob(job, work).then(
      () => true,
      (error: unknown) => {
        logger.error({ err: error }, FAILURES[job]);
        return false;
      },
    );
  const repeatJob = (job: keyof typeof FAILURES, work: (stop: AbortSignal) => Promise<void>, everyMs: number) =>
    repeat(async (stop) => {
      await isDone(job, () => work(stop));
    }, everyMs);

  const renew = async () => {
    const made = await renewVouchers(services);
    if (made > 0) logger.info({ made }, 'vouchers renewed');
  };
  const renewal = repeat(async (stop) => {
    while (!stop.aborted && !(await isDone('renewal', renew)))
      await delay(RENEW_AGAIN_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }, RENEW_EVERY_MS);
  const orders = { services, logger, target: esbTarget(esb), timeoutMs: esb.timeoutMs };
  const delivery = repeatJob('delivery', (stop) => deliverOrders(orders, stop), esb.intervalMs);
  const expiredRecords = repeatJob(
    'expiredRecords',
    async (stop) => {
      const deleted = await deleteExpiredRecords(services, stop);
      if (deleted > 0) logger.info({ deleted }, 'old records deleted');
    },
    DELETE_EVERY_MS,
  );
  const abandonedCarts = repeatJob('abandonedCarts', (stop) => deleteAbandonedCarts(services, stop), DELETE_EVERY_MS);
  const endedSessions = repeatJob('endedSessions', (stop) => deleteEndedSessions(services, stop), DELETE_EVERY_MS);
  const oldImports = repeatJob('oldImports', (stop) => deleteOldImports(services, stop), DELETE_EVERY_MS);
  const imports = repeatJob('imports', (stop) => continueImports(services, stop), IMPORT_EVERY_MS);
  const spending = repeatJob('spending', (stop) => refreshSpending(services, stop), SUM_UP_EVERY_MS);
  let suspicious: ReadonlySet<number> = new Set();
  const watch = repeatJob(
    'watch',
    async () => {
      suspicious = await watchWrongPins(services, logger, suspicious);
    },
    WATCH_EVERY_MS,
  );
  const startedAt = new Date();
  const reconciliation = repeat(async (stop) => {
    await delay(RECONCILE_AFTER_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
    if (stop.aborted) return;
    await isDone('reconciliation', () =>
      reconcileNightly(services, logger, startedAt, stop).catch((error: unknown) => {
        if (!stop.aborted) throw error;
      }),
    );
  }, 0);
  return {
    stop: async () => {
      const jobs = [
        renewal,
        delivery,
        imports,
        spending,
        watch,
        expiredRecords,
        abandonedCarts,
        endedSessions,
        oldImports,
        reconciliation,
      ];
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
