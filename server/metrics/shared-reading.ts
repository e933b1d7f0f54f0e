import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#server/database/unavailable.ts';

/** The longest wait in ms for a database reading. */
const TIMEOUT_MS = 2000;

async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const read = new AbortController();
  try {
    return await Promise.race([reading, delay(TIMEOUT_MS, undefined, { signal: read.signal, ref: false })]);
  } finally {
    read.abort();
  }
}

/**
 * Wraps a database reading for the metrics. Concurrent requests share one reading. The result is undefined when the
 * reading is late or fails; a failure is logged once.
 * @param what the name of the reading in the log
 */
export function sharedReading<T>(
  log: FastifyBaseLogger,
  what: string,
  read: () => Promise<T>,
): () => Promise<T | undefined> {
  let underway: Promise<T> | undefined;
  let isTold = false;
  return async () => {
    try {
      underway ??= read().finally(() => {
        underway = undefined;
      });
      const value = await inTime(underway);
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
