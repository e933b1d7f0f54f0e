import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks for a call. */
export interface Asker {
  /** The same for all calls of a user. */
  readonly name: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

const askers = new AsyncLocalStorage<Asker>();

/** Runs a call. What it needs and others wait for too, it gets in turns (docs/decisions/0048-turns.md). */
export function askedBy<T>(asker: Asker, call: () => T): T {
  return askers.run(asker, call);
}

/** The asker of the present call. Work of the server itself has none. */
export function currentAsker(): Asker | undefined {
  return askers.getStore();
}
