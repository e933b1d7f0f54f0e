import { Gauge, type Registry } from 'prom-client';
import { countLimitedWork } from '#server/domain/batches.ts';

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
        for (const { kind, [state]: count } of countLimitedWork()) this.set({ kind }, count);
      },
    });
  }
}
