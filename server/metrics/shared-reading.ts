import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#server/database/unavailable.ts';
import { withTimeout } from '#server/database/with-timeout.ts';

/** The longest wait in ms for a database reading. */
const TIMEOUT_MS = 2000;

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
