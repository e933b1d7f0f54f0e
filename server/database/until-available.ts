import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './unavailable.ts';

interface RetryOptions {
  /** The maximum number of attempts. */
  readonly tries: number;
  /** The wait between two attempts in ms. */
  readonly waitMs: number;
  /** Called before each wait. */
  readonly onAway: () => void;
}

/**
 * Runs the work, and runs it again from the beginning while the database is unavailable.
 * @throws the error of the last attempt, or any error that is not about availability
 */
export async function untilAvailable<Result>(work: () => Promise<Result>, retry: RetryOptions): Promise<Result> {
  for (let rest = retry.tries - 1; ; rest -= 1) {
    try {
      return await work();
    } catch (error) {
      if (rest <= 0 || !isDatabaseUnavailable(error)) throw error;
      retry.onAway();
      await delay(retry.waitMs);
    }
  }
}
