interface Limits {
  /** How many run at the same time. */
  readonly atOnce: number;
  /** How many of one asker run at the same time. */
  readonly ofOne: number;
}

type End = () => void;

/**
 * Limits how much work runs at the same time. What is too much waits, and the askers take turns, so that many requests
 * of one do not keep the others waiting.
 */
export class FairLimiter<Asker> {
  readonly #limits: Limits;
  readonly #running = new Map<Asker, number>();
  /** Who is next comes first. */
  readonly #waiting = new Map<Asker, Set<() => void>>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
    return { running: this.#total, waiting };
  }

  /** Runs the work when it is its turn. For `timeout` see `begin`. */
  async run<T>(asker: Asker, work: () => Promise<T>, timeout?: () => AbortSignal): Promise<T> {
    const end = await this.begin(asker, timeout);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /**
   * Waits for the asker's turn.
   * @param timeout returns a signal that ends the wait; not called if it is the asker's turn already
   * @returns ends the turn; to be called once
   * @throws the signal's reason
   */
  async begin(asker: Asker, timeout?: () => AbortSignal): Promise<End> {
    if (this.#mayRun(asker)) this.#start(asker);
    else await this.#wait(asker, timeout?.());
    return () => this.#end(asker);
  }

  #mayRun(asker: Asker): boolean {
    return this.#total < this.#limits.atOnce && (this.#running.get(asker) ?? 0) < this.#limits.ofOne;
  }

  #wait(asker: Asker, signal: AbortSignal | undefined): Promise<void> {
    // It emits no event any more.
    signal?.throwIfAborted();
    const own = this.#waiting.get(asker) ?? new Set();
    this.#waiting.set(asker, own);
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        own.delete(begin);
        if (own.size === 0) this.#waiting.delete(asker);
        reject(signal?.reason as Error);
      };
      own.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #start(asker: Asker): void {
    this.#total += 1;
    this.#running.set(asker, (this.#running.get(asker) ?? 0) + 1);
  }

  /** Begins the next work of the first asker who may run; that asker then moves to the end. */
  #end(asker: Asker): void {
    this.#total -= 1;
    const left = (this.#running.get(asker) ?? 1) - 1;
    if (left > 0) this.#running.set(asker, left);
    else this.#running.delete(asker);
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
