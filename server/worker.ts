import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { romeDay, startOfDay } from '#contract/rules/dates.ts';
import { keepRecordMonths } from '#server/access-log/audit.ts';
import { deliverOrders } from '#server/amc-orders/deliver-orders.ts';
import type { EsbTarget } from '#server/amc-orders/delivery.ts';
import { httpTarget, loopbackTarget } from '#server/amc-orders/esb.ts';
import { continueImports } from '#server/imports/continue-import.ts';
import { deleteOldImports } from '#server/imports/imports.ts';
import { withTimeout } from '#server/database/pool.ts';
import { deleteKeptAnswers } from '#server/http/kept-answers.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { anonymisePatientsDaily } from '#server/patients/anonymise-patients.ts';
import { deleteOldLookups } from '#server/patients/lookups.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { findBusinessesWithManyWrongPins } from '#server/pins/many-wrong-pins.ts';
import { anonymiseUsersDaily } from '#server/reference/anonymise-users.ts';
import { deleteAbandonedCarts } from '#server/sale/delete-abandoned-carts.ts';
import type { Settings } from '#server/settings/settings.ts';
import { deleteEndedSessions } from '#server/sign-on/sessions.ts';
import type { Services } from './services.ts';

/**
 * A start skips its run when another run ended less than this time before (in ms), because processes often start one
 * after the other.
 */
const RECENT_MS = 60 * 60 * 1000;

/**
 * Compares what has changed with the ledger soon after the start, unless another process has just done it, and every night
 * after midnight. Each difference is logged as an alarm.
 */
export async function reconcileNightly(
  services: Services,
  logger: FastifyBaseLogger,
  startedAt: Date,
  stop: AbortSignal,
): Promise<void> {
  const midnight = startOfDay(romeDay(services.now()));
  const recent = new Date(startedAt.getTime() - RECENT_MS);
  const found = await reconcile(services, {
    unlessSince: recent > midnight ? recent : midnight,
    onMismatch: (table, ids) => logger.error({ table, ids }, 'the ledger does not match'),
    stop,
  });
  if (found !== undefined) logger.info(found, 'ledger reconciled');
}

/** Repeated work. `stop` ends it and waits for the present run. */
export interface Repetition {
  stop(): Promise<void>;
}

/**
 * Runs work now and again `everyMs` after each end. The wait alone does not keep the process alive.
 * @param work must not reject; its signal tells it to end early
 */
export function repeat(work: (stop: AbortSignal) => Promise<void>, everyMs: number): Repetition {
  const controller = new AbortController();
  const { signal } = controller;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal);
      // The delay only rejects when it is stopped, which ends the loop.
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: () => {
      controller.abort();
      return running;
    },
  };
}

/**
 * Logs an alarm for each business that has newly reached many wrong PINs.
 * @param known the businesses of earlier alarms
 * @returns the businesses with many wrong PINs now
 */
export async function watchWrongPins(
  services: Services,
  logger: FastifyBaseLogger,
  known: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const found = await findBusinessesWithManyWrongPins(services);
  for (const { businessId, count } of found) {
    if (!known.has(businessId)) logger.error({ businessId, count }, 'many wrong PINs at a business');
  }
  return new Set(found.map(({ businessId }) => businessId));
}

/** In ms: the jobs are told to stop, and have as long to end their step. */
const STOP_MS = 900;
const RENEW_EVERY_MS = 10 * 1000;
const DELETE_EVERY_MS = 60 * 60 * 1000;
const WATCH_EVERY_MS = 60 * 1000;
const RECONCILE_AFTER_MS = 60 * 1000;
const IMPORT_EVERY_MS = 2000;

/** The log message for a failure of each job. */
const FAILURES = {
  renewal: 'vouchers not renewed',
  delivery: 'AMC orders not delivered',
  records: 'months of records neither made nor dropped',
  abandonedCarts: 'abandoned carts not deleted',
  endedSessions: 'ended sessions not deleted',
  keptAnswers: 'kept answers of tills not deleted',
  imports: 'files not imported',
  oldImports: 'old files not deleted',
  oldLookups: 'old lookups not deleted',
  anonymising: 'patients and users not made anonymous',
  watch: 'wrong PINs not counted',
  reconciliation: 'ledger not reconciled',
} as const;

/** The longest wait in ms for the answer of the bus. */
const DELIVERY_TIMEOUT_MS = 10_000;

/** The bus over HTTP, or its stand-in inside this server. */
function esbTarget({ target }: Settings['esb']): EsbTarget {
  return target.kind === 'http' ? httpTarget(target.url, target.token) : loopbackTarget();
}

/**
 * Runs the background jobs (design §4): renews vouchers every ten seconds, delivers AMC orders at the configured
 * interval, continues imports every two seconds, looks for many wrong PINs every minute, makes and drops months of records
 * and deletes old carts, sessions, kept answers and files every hour, makes anonymous who is due once a day, and reconciles
 * with the ledger after the start and every night. A failed job, for example without database, is logged and tried again
 * soon.
 */
export function startWorker(services: Services, logger: FastifyBaseLogger, esb: Settings['esb']): Repetition {
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

  const renewal = repeatJob(
    'renewal',
    async (stop) => {
      const made = await renewVouchers(services, stop);
      if (made > 0) logger.info({ made }, 'vouchers renewed');
    },
    RENEW_EVERY_MS,
  );
  const orders = { services, logger, target: esbTarget(esb), timeoutMs: DELIVERY_TIMEOUT_MS };
  const delivery = repeatJob('delivery', (stop) => deliverOrders(orders, stop), esb.intervalMs);
  const records = repeatJob(
    'records',
    async (stop) => {
      const { dropped, isWaiting } = await keepRecordMonths(services, stop);
      if (dropped.length > 0) logger.info({ dropped }, 'months of records dropped');
      if (isWaiting) logger.warn('months of records wait: a long statement holds their tables');
    },
    DELETE_EVERY_MS,
  );
  const abandonedCarts = repeatJob('abandonedCarts', (stop) => deleteAbandonedCarts(services, stop), DELETE_EVERY_MS);
  const endedSessions = repeatJob('endedSessions', (stop) => deleteEndedSessions(services, stop), DELETE_EVERY_MS);
  const keptAnswers = repeatJob('keptAnswers', (stop) => deleteKeptAnswers(services, stop), DELETE_EVERY_MS);
  const oldImports = repeatJob('oldImports', (stop) => deleteOldImports(services, stop), DELETE_EVERY_MS);
  const oldLookups = repeatJob('oldLookups', (stop) => deleteOldLookups(services, stop), DELETE_EVERY_MS);
  const anonymising = repeatJob(
    'anonymising',
    async (stop) => {
      let users = 0;
      try {
        users = await anonymiseUsersDaily(services, stop);
      } finally {
        // A user who cannot be made anonymous keeps no patient from it.
        const patients = await anonymisePatientsDaily(services, stop);
        if (users + patients > 0) logger.info({ users, patients }, 'made anonymous');
      }
    },
    DELETE_EVERY_MS,
  );
  const imports = repeatJob('imports', (stop) => continueImports(services, stop), IMPORT_EVERY_MS);
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
        watch,
        records,
        abandonedCarts,
        endedSessions,
        keptAnswers,
        oldImports,
        oldLookups,
        anonymising,
        reconciliation,
      ];
      // A step that waits for somebody's lock is undone by the database when the process ends.
      await withTimeout(Promise.all(jobs.map((job) => job.stop())), STOP_MS, () => undefined);
    },
  };
}
