import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { readOpenOrders } from '#server/amc-orders/open-orders.ts';
import { isDatabaseUnavailable, withTimeout } from '#server/database/pool.ts';
import { readLastReconciliation } from '#server/ledger/reconcile.ts';
import { findBusinessesWithManyWrongPins } from '#server/pins/many-wrong-pins.ts';
import { signOnTurns } from '#server/sign-on/service-provider.ts';
import { gaugeReadWhenAsked } from './metrics.ts';
import type { Services } from './services.ts';

const STATES = {
  running: 'Reads and checks of this process that may be long and run now, by kind.',
  waiting: 'Reads and checks of this process that may be long and wait for their turn, by kind.',
} as const;

/** Registers the metrics of this process's work that is done in turns (docs/decisions/0048-turns.md). */
export function measureLimitedWork(registry: Registry): void {
  for (const state of ['running', 'waiting'] as const) {
    new Gauge({
      name: `limited_work_${state}`,
      help: STATES[state],
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        this.set({ kind: 'signOn' }, signOnTurns.counts[state]);
      },
    });
  }
}

/** The longest wait in ms for a database reading. */
const TIMEOUT_MS = 2000;

/**
 * Wraps a database reading for the metrics. Concurrent requests share one reading. The result is undefined when the
 * reading is late or fails; a failure is logged once.
 * @param what the name of the reading in the log
 */
function sharedReading<T>(log: FastifyBaseLogger, what: string, read: () => Promise<T>): () => Promise<T | undefined> {
  let underway: Promise<T> | undefined;
  let isTold = false;
  return async () => {
    try {
      underway ??= read().finally(() => {
        underway = undefined;
      });
      const value = await withTimeout(underway, TIMEOUT_MS, () => undefined);
      isTold = false;
      return value;
    } catch (error) {
      if (!isTold && !isDatabaseUnavailable(error)) {
        isTold = true;
        log.error({ err: error, what }, 'metrics not read');
      }
      return undefined;
    }
  };
}

/**
 * Registers the metrics of AMC order deliveries. They come from the database, so every process reports the same values.
 */
export function measureOrders(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const readOpen = sharedReading(log, 'AMC orders', () => readOpenOrders(services));
  new Gauge({
    name: 'amc_orders',
    help: 'AMC orders without a verdict of the bus, by whether it has taken them.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const open = await readOpen();
      this.reset();
      for (const [status, count] of Object.entries(open?.counts ?? {})) this.set({ status }, count);
    },
  });
  gaugeReadWhenAsked(
    registry,
    'amc_orders_failing',
    'AMC orders whose last delivery failed; they are tried again.',
    async () => (await readOpen())?.failing,
  );
  gaugeReadWhenAsked(
    registry,
    'amc_orders_oldest_open_seconds',
    'Age of the oldest AMC order without a verdict of the bus, in seconds.',
    async () => (await readOpen())?.oldestSeconds,
  );
}

/**
 * Registers the metrics of PINs: the hashing in this process, and the businesses with many wrong PINs from the
 * database.
 */
export function measurePins(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const { hashing } = services;
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_underway',
    'PINs under way in this process, those that are hashed or wait for it among them.',
    () => hashing.counts.taken,
  );
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_running',
    'PINs that this process hashes now.',
    () => hashing.counts.running,
  );
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_waiting',
    'PINs that wait for a thread of this process.',
    () => hashing.counts.waiting,
  );
  const readBusinesses = sharedReading(log, 'wrong PINs', () => findBusinessesWithManyWrongPins(services));
  gaugeReadWhenAsked(
    registry,
    'businesses_with_many_wrong_pins',
    'Businesses with so many wrong PINs within the last hour that somebody should look.',
    async () => (await readBusinesses())?.length,
  );
}

/**
 * Registers the metrics of the last reconciliation. Every process reports the same values; there is none before the
 * first run.
 */
export function measureReconciliation(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const read = sharedReading(log, 'reconciliation', () => readLastReconciliation(services));
  gaugeReadWhenAsked(
    registry,
    'reconciliation_mismatches',
    'Stored amounts that the last reconciliation found to differ from the ledger.',
    async () => (await read())?.mismatches,
  );
  gaugeReadWhenAsked(
    registry,
    'reconciliation_checked_rows',
    'Rows that the last reconciliation compared.',
    async () => (await read())?.checked,
  );
  gaugeReadWhenAsked(registry, 'reconciliation_timestamp_seconds', 'When the last reconciliation ended.', async () => {
    const endedAt = (await read())?.endedAt.getTime();
    return endedAt && endedAt / 1000;
  });
}
