import { setTimeout as delay } from 'node:timers/promises';

/** The result of the work, or what `late` gives when that takes longer. The work itself goes on. */
export async function withTimeout<T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  const done = new AbortController();
  try {
    return await Promise.race([work, delay(ms, undefined, { signal: done.signal, ref: false }).then(late)]);
  } finally {
    done.abort();
  }
}
