import { createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { Limiter, LIMITS } from '#server/limiter.ts';
import { Threads } from '#server/threads.ts';

/** One check takes 50–100 ms on small machines (rules §6). */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MARK_LENGTH = 8;
const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)(?:\$([\da-f]{8}))?$/;

/** The input of scrypt, the slow part of a hash, which may run on another thread. */
export interface Derivation {
  readonly secret: Uint8Array;
  readonly salt: Uint8Array;
  readonly keyBytes: number;
  readonly cost: ScryptOptions;
}
export type Derive = (derivation: Derivation) => Promise<Uint8Array>;

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

function derivationOf(pin: string, pepper: string, salt: Buffer, cost: Cost): Derivation {
  const secret = createHmac('sha256', pepper).update(pin, 'utf8').digest();
  return { secret, salt, keyBytes: KEY_BYTES, cost: { ...cost, maxmem: 256 * cost.N * cost.r } };
}

/** Runs scrypt on Node's shared thread pool. */
const deriveHere: Derive = ({ secret, salt, keyBytes, cost }) =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, keyBytes, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/** A mark that identifies a pepper and discloses nothing else of it. */
function markOf(pepper: string): string {
  return createHmac('sha256', pepper).update('pepper').digest('hex').slice(0, MARK_LENGTH);
}

/** The mark of the pepper in a hash; undefined for hashes older than the marks. */
function markIn(hash: string): string | undefined {
  return FORMAT.exec(hash)?.[6];
}

export function isMadeWith(hash: string, pepper: string): boolean {
  return markIn(hash) === markOf(pepper);
}

/** Whether this pepper may have made a hash; true for a hash without a mark. */
export function mayBeMadeWith(hash: string, pepper: string): boolean {
  return markIn(hash) === undefined || isMadeWith(hash, pepper);
}

/**
 * The slow salted hash of a PIN or of a cancellation code, mixed with the server's pepper (rules §6).
 * @returns `scrypt$N$r$p$salt$hash$mark`, salt and hash in base64url
 */
export async function hashPin(pin: string, pepper: string, derive = deriveHere): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = Buffer.from(await derive(derivationOf(pin, pepper, salt, COST)));
  const parts = [COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url'), markOf(pepper)];
  return ['scrypt', ...parts].join('$');
}

/**
 * Whether a PIN or code matches a hash; compared in constant time (rules §6).
 * @throws Error when the stored hash is malformed
 */
export async function verifyPin(pin: string, hash: string, pepper: string, derive = deriveHere): Promise<boolean> {
  const [, N, r, p, salt, key] = FORMAT.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('Malformed PIN hash');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(derivationOf(pin, pepper, Buffer.from(salt, 'base64url'), cost));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** The limits of concurrent hashing (docs/decisions/0048-turns.md). */
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
  readonly #slots: Limiter<number>;
  readonly #threads: Limiter<number>;
  readonly #hashes = new Threads<Derivation, Uint8Array>(new URL('./hash-thread.mjs', import.meta.url));

  /** @param onRefusal called when no slot is free */
  constructor({ threads, slots }: HashingSettings, onRefusal: () => void) {
    this.#slots = new Limiter<number>(LIMITS.pin(slots), onRefusal);
    this.#threads = new Limiter<number>(LIMITS.pinThread(threads));
  }

  /** The PINs under way (`taken`), those on a thread (`running`), and those that wait for a thread (`waiting`). */
  get counts(): Readonly<Record<'taken' | 'running' | 'waiting', number>> {
    return { taken: this.#slots.counts.running, ...this.#threads.counts };
  }

  /**
   * Takes a slot, then does work that may hash.
   * @throws DomainError TOO_MANY_REQUESTS when no slot is free; then the work is not started
   */
  async withSlot<T>(businessId: number, work: (derive: Derive) => Promise<T>): Promise<T> {
    const end = this.#slots.take(businessId);
    try {
      return await work((derivation) => this.#threads.run(businessId, () => this.#hashes.run(derivation)));
    } finally {
      end();
    }
  }
}
