import { setTimeout as delay } from 'node:timers/promises';

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
