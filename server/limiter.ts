import { AsyncLocalStorage } from 'node:async_hooks';
import type { Way } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import { SQLSTATES } from './database/sqlstates.ts';
import { DomainError } from './domain-error.ts';

/** Who makes a call: a user, or an address where there is no user. */
export interface Client {
  /** The same for all calls of one client. */
  readonly key: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Which connections its work takes (docs/decisions/0070-two-ways-in.md); by default those of a sale. */
  readonly way?: Way | 'primary';
  /** The same for all clients of one address, if the work may be long. */
  readonly address?: string;
  /** Whether it has part of the answer, the rest of which then waits for as long as the client does. */
  readonly hasBegun?: boolean;
}

const clients = new AsyncLocalStorage<Client>();

/** Runs the work of a client, which takes turns with others for what is scarce. */
export function runAs<T>(client: Client, work: () => T): T {
  return clients.run(client, work);
}

/** Runs what an office writes, or must not read from a replica; the work of others is on the primary anyway. */
export function onPrimary<T>(work: () => T): T {
  const client = clients.getStore();
  return client?.way === 'office' ? clients.run({ ...client, way: 'primary' }, work) : work();
}

/** The client of the present call; undefined for work of the server itself. */
export function currentClient(): Client | undefined {
  return clients.getStore();
}

/** How much of a kind is done at the same time. */
interface Limit {
  readonly atOnce: number;
  readonly ofOneClient: number;
  /** The answer when there is no place. Without one the work waits, and the clients take turns. */
  readonly refusal?: Refusal;
}

interface Refusal {
  readonly ofClient: ErrorDescription;
  readonly ofProcess: ErrorDescription;
  /** In seconds. It is a guess, because a place may be kept for any time. */
  readonly retryAfter: number;
}

const BUSY: Refusal = { ofClient: 'TOO_MANY_REQUESTS', ofProcess: 'TOO_MANY_REQUESTS', retryAfter: 10 };

function halfOf(size: number): number {
  return Math.ceil(size / 2);
}

/** Whatever a process does only so much of at the same time (docs/decisions/0048-turns.md). */
export const LIMITS = {
  /** Connections to PostgreSQL. */
  connection: (size: number): Limit => ({ atOnce: size, ofOneClient: halfOf(size) }),
  /** Connections of one user, where those of an address are limited as `connection`. */
  connectionOfUser: (size: number): Limit => ({ atOnce: Infinity, ofOneClient: halfOf(halfOf(size)) }),
  /** Threads that make and check SAML messages. An address has one of them at most. */
  signOn: { atOnce: 2, ofOneClient: 1 },
  /**
   * Refreshes of an address. They wait instead of being refused: a portal takes any refusal for the end of its session, so
   * somebody at the same address could end it (docs/decisions/0031-limits-that-stop-the-attacker-alone.md).
   */
  refresh: { atOnce: 4, ofOneClient: 2 },
  /** PINs under way of a business. */
  pin: (places: number): Limit => ({
    atOnce: places,
    ofOneClient: halfOf(places),
    refusal: { ...BUSY, retryAfter: 5 },
  }),
  /** Threads that hash PINs. */
  pinThread: (threads: number): Limit => ({ atOnce: threads, ofOneClient: threads }),
  /** Threads that draw PDFs: one for short ones, one for long ones. */
  documentThread: { atOnce: 2, ofOneClient: 1 },
  /** Documents under way. */
  document: (limit: Limit): Limit => ({
    ...limit,
    refusal: { ofClient: 'DOCUMENT_UNDERWAY', ofProcess: 'DOCUMENTS_BUSY', retryAfter: 10 },
  }),
  /** Long lists of users. Each keeps up to 2 MB while its client does not read. A browser opens six connections. */
  list: { atOnce: 40, ofOneClient: 8, refusal: BUSY },
  listOfAddress: { atOnce: 40, ofOneClient: 20, refusal: BUSY },
  /** Long lists without a user. Each keeps 0.5 MB at most, and many people may share an address. */
  publicList: { atOnce: 100, ofOneClient: 30, refusal: BUSY },
  /**
   * Bodies above the usual limit. A user may have two, because a second one may arrive before the connection of the
   * first, which was given up, has closed.
   */
  largeBody: { atOnce: 4, ofOneClient: 2, refusal: BUSY },
  /** Files that are read on a thread of their own, each in 150 MB at most. Two of a user, for the same reason. */
  file: { atOnce: 4, ofOneClient: 2, refusal: BUSY },
} as const;

/** The maximum wait for a turn, in ms. */
const TURN_TIMEOUT_MS = 20_000;

/** Has the code of a database without a free connection, so that it is answered like one. */
class NoTurnError extends Error {
  readonly code = SQLSTATES.tooManyConnections;

  constructor() {
    super('its turn did not come in time');
  }
}

type End = () => void;

/** Limits how many works run at the same time, and how many of them are of one client. */
export class Limiter<Key = string> {
  readonly #limit: Limit;
  readonly #onRefusal: () => void;
  readonly #running = new Map<Key, number>();
  /** What begins the works that wait, by client. The client whose turn is next comes first. */
  readonly #waiting = new Map<Key, Set<(end: End) => void>>();
  #total = 0;

  /** @param onRefusal called for each work that is refused */
  constructor(limit: Limit, onRefusal: () => void = () => undefined) {
    this.#limit = limit;
    this.#onRefusal = onRefusal;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
    return { running: this.#total, waiting };
  }

  /**
   * Takes a place at once.
   * @returns gives the place back; a second call does nothing
   * @throws DomainError the refusal of the limit, when there is no place
   */
  take(key: Key): End {
    if (this.#mayRun(key)) return this.#start(key);
    this.#onRefusal();
    const { ofClient, ofProcess, retryAfter } = this.#limit.refusal ?? BUSY;
    throw new DomainError(this.#runningOf(key) >= this.#limit.ofOneClient ? ofClient : ofProcess, { retryAfter });
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
   * @returns ends the turn; a second call does nothing
   * @throws the signal's reason
   */
  async begin(key: Key, timeout?: () => AbortSignal): Promise<End> {
    if (this.#mayRun(key)) return this.#start(key);
    const signal = timeout?.();
    // A signal that has aborted emits no event any more.
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, own.add(resolve));
      const leave = () => {
        if (!own.delete(resolve)) return;
        if (own.size === 0) this.#waiting.delete(key);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /**
   * Waits for the turn of the client, but not for long.
   * @param gone ends the wait
   * @param hasBegun whether it may be long
   * @throws as a database without a free connection when the turn does not come in time, or the reason of `gone`
   */
  beginInTime(key: Key, gone?: AbortSignal, hasBegun = false): Promise<End> {
    const timeout = () => {
      if (gone !== undefined && hasBegun) return gone;
      const late = AbortSignal.timeout(TURN_TIMEOUT_MS);
      return gone === undefined ? late : AbortSignal.any([gone, late]);
    };
    return this.begin(key, timeout).catch(() => {
      gone?.throwIfAborted();
      throw new NoTurnError();
    });
  }

  #runningOf(key: Key): number {
    return this.#running.get(key) ?? 0;
  }

  #mayRun(key: Key): boolean {
    return this.#total < this.#limit.atOnce && this.#runningOf(key) < this.#limit.ofOneClient;
  }

  #start(key: Key): End {
    this.#total += 1;
    this.#running.set(key, this.#runningOf(key) + 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#end(key);
      isRunning = false;
    };
  }

  /** Begins the next work of the first client that may run; that client then moves to the end. */
  #end(key: Key): void {
    this.#total -= 1;
    if (this.#runningOf(key) > 1) this.#running.set(key, this.#runningOf(key) - 1);
    else this.#running.delete(key);
    for (const [next, own] of this.#waiting) {
      const [begin] = own;
      if (begin === undefined || !this.#mayRun(next)) continue;
      own.delete(begin);
      this.#waiting.delete(next);
      if (own.size > 0) this.#waiting.set(next, own);
      begin(this.#start(next));
      return;
    }
  }
}
