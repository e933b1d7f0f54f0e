import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error.ts';
import type { Derivation, Derive } from './pin-hash.ts';

const THREAD = new URL('./hash-thread.mjs', import.meta.url);

/** In this time, in seconds, a full queue has moved on. */
const RETRY_AFTER = 5;

/** How much hashing goes on at once (docs/decisions/0030). */
export interface HashingSettings {
  readonly threads: number;
  /** PINs that may be under way at once, those that wait for a thread among them. */
  readonly places: number;
}

interface Job {
  readonly derivation: Derivation;
  readonly resolve: (key: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hashes on threads of its own, so that nothing else waits for them. Places are bounded and half of them the most that
 * one business may have; waiting businesses take turns, so that one that floods stops nobody else. The threads start with
 * the first hash and keep no process alive.
 */
export class HashQueue {
  readonly #settings: HashingSettings;
  readonly #places = new Map<number, number>();
  readonly #waiting = new Map<number, Job[]>();
  readonly #idle: Worker[] = [];
  #running = 0;
  #taken = 0;
  #refused = 0;

  constructor(settings: HashingSettings) {
    this.#settings = settings;
  }

  /** PINs under way, those of them that are hashed and that wait for a thread, and how many found no place so far. */
  get counts(): Readonly<Record<'taken' | 'running' | 'waiting' | 'refused', number>> {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    return { taken: this.#taken, running: this.#running, waiting, refused: this.#refused };
  }

  /**
   * Does work that may hash, with a place taken before it begins.
   * @throws DomainError TOO_MANY_REQUESTS when there is none left, and nothing was done
   */
  async withPlace<T>(businessId: number, work: (derive: Derive) => Promise<T>): Promise<T> {
    const own = this.#places.get(businessId) ?? 0;
    const { places } = this.#settings;
    if (this.#taken >= places || own >= Math.ceil(places / 2)) {
      this.#refused += 1;
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER });
    }
    this.#taken += 1;
    this.#places.set(businessId, own + 1);
    try {
      return await work((derivation) => this.#derive(businessId, derivation));
    } finally {
      this.#taken -= 1;
      const left = (this.#places.get(businessId) ?? 1) - 1;
      if (left > 0) this.#places.set(businessId, left);
      else this.#places.delete(businessId);
    }
  }

  #derive(businessId: number, derivation: Derivation): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const jobs = this.#waiting.get(businessId) ?? [];
      jobs.push({ derivation, resolve, reject });
      this.#waiting.set(businessId, jobs);
      if (this.#running < this.#settings.threads) void this.#run();
    });
  }

  /** The next job of the business whose turn it is, which goes to the end of the line. */
  #next(): Job | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [businessId, jobs] = turn;
    const job = jobs.shift();
    this.#waiting.delete(businessId);
    if (jobs.length > 0) this.#waiting.set(businessId, jobs);
    return job;
  }

  /** Keeps one thread busy until nobody waits. */
  async #run(): Promise<void> {
    this.#running += 1;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      try {
        job.resolve(await this.#hash(job.derivation));
      } catch (error) {
        job.reject(error);
      }
    }
    this.#running -= 1;
  }

  /** A thread that fails has ended, and is not used again. */
  async #hash(derivation: Derivation): Promise<Uint8Array> {
    const thread = this.#idle.pop() ?? new Worker(THREAD, { execArgv: [] });
    thread.unref();
    thread.postMessage(derivation);
    const [key] = (await once(thread, 'message')) as [Uint8Array];
    this.#idle.push(thread);
    return key;
  }
}
