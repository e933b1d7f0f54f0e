import { setTimeout as delay } from 'node:timers/promises';

/** Work that is done again and again; `stop` ends it and waits for what is under way. */
export interface Repetition {
  stop(): Promise<void>;
}

/**
 * Does a piece of work at once, and again each time that `everyMs` have passed since its end. The wait alone keeps no
 * process alive.
 * @param work must not reject; its signal tells it to end early
 */
export function repeat(work: (stop: AbortSignal) => Promise<void>, everyMs: number): Repetition {
  const controller = new AbortController();
  const { signal } = controller;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal);
      // Its only failure is to be stopped, which ends the loop.
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
