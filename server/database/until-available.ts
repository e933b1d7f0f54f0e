import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './unavailable.ts';

interface Patience {
  /** How often the work is begun at most. */
  readonly tries: number;
  /** The wait between two tries, in ms. */
  readonly waitMs: number;
  /** Told before each wait. */
  readonly onAway: () => void;
}

/**
 * Does work that the database may break off by going away, from its beginning each time, until it is done.
 * @throws what the work throws otherwise, or at the last try
 */
export async function untilAvailable<Result>(work: () => Promise<Result>, patience: Patience): Promise<Result> {
  for (let rest = patience.tries - 1; ; rest -= 1) {
    try {
      return await work();
    } catch (error) {
      if (rest <= 0 || !isDatabaseUnavailable(error)) throw error;
      patience.onAway();
      await delay(patience.waitMs);
    }
  }
}
