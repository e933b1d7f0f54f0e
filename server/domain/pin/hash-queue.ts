import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error.ts';
import { FairLimiter } from '#server/fairness/fair-limiter.ts';
import type { Derivation, Derive } from './pin-hash.ts';

const THREAD = new URL('./hash-thread.mjs', import.meta.url);

/** The time in seconds after which a full queue has free slots again. */
const RETRY_AFTER = 5;

/** The limits of concurrent hashing (docs/decisions/0030-pins-hashed-apart.md). */
export interface HashingSettings {
  readonly threads: number;
  /** The maximum number of PINs under way, including those that wait for a thread. */
  readonly slots: number;
}

/**
 * Hashes on its own threads, so that no other work waits. The number of slots is limited, and one business may take at
 * most half of them. Waiting businesses take turns, so that a flood from one business does not block the others. The
 * threads start with the first hash and do not keep the process alive.
 */
export class HashQueue {
  readonly #settings: HashingSettings;
  readonly #onRefusal: () => void;
  readonly #slots = new Map<number, number>();
  readonly #threads: FairLimiter<number>;
  readonly #idle: Worker[] = [];
  #taken = 0;

  /** @param onRefusal called when no slot is free */
  constructor(settings: HashingSettings, onRefusal: () => void) {
    this.#settings = settings;
    this.#onRefusal = onRefusal;
    const { threads } = settings;
    this.#threads = new FairLimiter({ atOnce: threads, ofOne: threads });
  }

  /** The PINs under way (`taken`), those on a thread (`running`), and those that wait for a thread (`waiting`). */
  get counts(): Readonly<Record<'taken' | 'running' | 'waiting', number>> {
    return { taken: this.#taken, ...this.#threads.counts };
  }

  /**
   * Takes a slot, then does work that may hash.
   * @throws DomainError TOO_MANY_REQUESTS when no slot is free; then the work is not started
   */
  async withSlot<T>(businessId: number, work: (derive: Derive) => Promise<T>): Promise<T> {
    const own = this.#slots.get(businessId) ?? 0;
    const { slots } = this.#settings;
    if (this.#taken >= slots || own >= Math.ceil(slots / 2)) {
      this.#onRefusal();
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER });
    }
    this.#taken += 1;
    this.#slots.set(businessId, own + 1);
    try {
      return await work((derivation) => this.#threads.run(businessId, () => this.#hash(derivation)));
    } finally {
      this.#taken -= 1;
      const left = (this.#slots.get(businessId) ?? 1) - 1;
      if (left > 0) this.#slots.set(businessId, left);
      else this.#slots.delete(businessId);
    }
  }

  /** Hashes on a free thread. A thread that fails has ended and is not used again. */
  async #hash(derivation: Derivation): Promise<Uint8Array> {
    const thread = this.#idle.pop() ?? new Worker(THREAD, { execArgv: [] });
    thread.unref();
    thread.postMessage(derivation);
    const [key] = (await once(thread, 'message')) as [Uint8Array];
    this.#idle.push(thread);
    return key;
  }
}
