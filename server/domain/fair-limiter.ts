interface Limits {
  /** How many run at the same time. */
  readonly atOnce: number;
  /** How many of one asker run at the same time. */
  readonly ofOne: number;
}

/**
 * Limits how much work runs at the same time. What is too much waits, and the askers take turns, so that many requests
 * of one do not keep the others waiting.
 */
export class FairLimiter<Asker> {
  readonly #limits: Limits;
  readonly #running = new Map<Asker, number>();
  /** Who is next comes first. */
  readonly #waiting = new Map<Asker, (() => void)[]>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    return { running: this.#total, waiting };
  }

  /** Runs the work when it is its turn. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(asker)) this.#begin(asker);
    else await this.#wait(asker);
    try {
      return await work();
    } finally {
      this.#end(asker);
    }
  }

  #mayRun(asker: Asker): boolean {
    return this.#total < this.#limits.atOnce && (this.#running.get(asker) ?? 0) < this.#limits.ofOne;
  }

  #wait(asker: Asker): Promise<void> {
    const own = this.#waiting.get(asker) ?? [];
    this.#waiting.set(asker, own);
    return new Promise((begin) => own.push(begin));
  }

  #begin(asker: Asker): void {
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
      const begin = own.shift();
      this.#waiting.delete(next);
      if (own.length > 0) this.#waiting.set(next, own);
      this.#begin(next);
      begin?.();
      return;
    }
  }
}
