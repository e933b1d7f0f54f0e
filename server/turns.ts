import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a call: a user, or an address where there is no user. */
export interface Client {
  /** The same for all calls of one client. */
  readonly key: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

const clients = new AsyncLocalStorage<Client>();

/** Runs the work of a client, which takes turns with others for what is scarce (docs/decisions/0048-turns.md). */
export function runAs<T>(client: Client, work: () => T): T {
  return clients.run(client, work);
}

/** The client of the present call; undefined for work of the server itself. */
export function currentClient(): Client | undefined {
  return clients.getStore();
}

interface Limits {
  /** How many works run at the same time. */
  readonly atOnce: number;
  /** How many works of one client run at the same time. */
  readonly ofOne: number;
}

type End = () => void;

/**
 * Limits how many works run at the same time. Further works wait, and the clients take turns, so that many requests of
 * one client do not keep the others waiting.
 */
export class FairLimiter<Key> {
  readonly #limits: Limits;
  readonly #running = new Map<Key, number>();
  /** The works that wait, by client. The client whose turn is next comes first. */
  readonly #waiting = new Map<Key, Set<() => void>>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
    return { running: this.#total, waiting };
  }

  /** Runs the work when it is its turn. For `timeout` see `begin`. */
  async run<T>(key: Key, work: () => Promise<T>, timeout?: () => AbortSignal): Promise<T> {
    const end = await this.begin(key, timeout);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /**
   * Waits for the turn of the client.
   * @param timeout returns a signal that ends the wait; not called if it is the turn of the client already
   * @returns ends the turn; to be called once
   * @throws the signal's reason
   */
  async begin(key: Key, timeout?: () => AbortSignal): Promise<End> {
    if (this.#mayRun(key)) this.#start(key);
    else await this.#wait(key, timeout?.());
    return () => this.#end(key);
  }

  #mayRun(key: Key): boolean {
    return this.#total < this.#limits.atOnce && (this.#running.get(key) ?? 0) < this.#limits.ofOne;
  }

  #wait(key: Key, signal: AbortSignal | undefined): Promise<void> {
    // A signal that has aborted emits no event any more.
    signal?.throwIfAborted();
    const own = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, own);
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        own.delete(begin);
        if (own.size === 0) this.#waiting.delete(key);
        reject(signal?.reason as Error);
      };
      own.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #start(key: Key): void {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  /** Begins the next work of the first client that may run; that client then moves to the end. */
  #end(key: Key): void {
    this.#total -= 1;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const [next, own] of this.#waiting) {
      if (!this.#mayRun(next)) continue;
      const [begin] = own;
      if (begin) own.delete(begin);
      this.#waiting.delete(next);
      if (own.size > 0) this.#waiting.set(next, own);
      this.#start(next);
      begin?.();
      return;
    }
  }
}
