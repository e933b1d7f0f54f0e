import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#server/database/unavailable.ts';

/** Who asks for metrics waits no longer than this, in ms, for what the database knows. */
const PATIENCE_MS = 2000;

async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const read = new AbortController();
  try {
    return await Promise.race([reading, delay(PATIENCE_MS, undefined, { signal: read.signal, ref: false })]);
  } finally {
    read.abort();
  }
}

/**
 * Something for the metrics that the database knows. However many ask, at once or while it is late, one reading is
 * under way; who waits too long is answered undefined, and so is everybody while it fails, which the log tells once.
 * @param what names it in the log
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
