import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Attempts, NO_ATTEMPTS, attemptsLeft, withOneMore } from './attempts.ts';
import { type Derive, hashPin, isMadeWith, mayBeMadeWith, verifyPin } from './pin-hash.ts';
import { type UserPace, countForUser, takeBackForUser } from './user-pin-limit.ts';

/** A PIN or code with a counter of wrong attempts (rules §6). */
export interface GuardedSecret {
  /** Reads the counter and locks it until the transaction ends. Creates it if necessary. */
  readonly lockAttempts: (trx: Database) => Promise<Attempts>;
  readonly keepAttempts: (db: Database, attempts: Attempts) => Promise<unknown>;
  /** The stored hash; null when no PIN or code is set, so that every attempt is wrong. */
  readonly readHash: (trx: Database) => Promise<string | null>;
  /** Replaces the hash of the same PIN or code. */
  readonly keepHash: (db: Database, hash: string, former: string) => Promise<unknown>;
  /** The audit actions for a wrong attempt and for an attempt that locks. */
  readonly actions: { readonly refused: AuditAction; readonly locked: AuditAction };
  /** The patient of the purchase, for the audit. */
  readonly patientId: number;
}

interface CountedAttempt {
  readonly hash: string | null;
  /** The counters for the case that this attempt is wrong. */
  readonly attempts: Attempts;
  readonly pace: UserPace;
}

/** Counts an attempt and commits it before the attempt is checked. */
function countAttempt(
  services: Services,
  principal: BusinessPrincipal,
  secret: GuardedSecret,
): Promise<CountedAttempt> {
  return services.db.transaction().execute(async (trx) => {
    const attempts = await secret.lockAttempts(trx);
    const now = services.now();
    if (attempts.locked_until && attempts.locked_until > now) {
      throw new DomainError('TRANSACTION_LOCKED', { lockedUntil: attempts.locked_until });
    }
    const pace = await countForUser(trx, services, principal.userId);
    const counted = withOneMore(attempts, now, services.rules.pin.lockMinutes);
    await secret.keepAttempts(trx, counted);
    return { hash: await secret.readHash(trx), attempts: counted, pace };
  });
}

async function noteWrong(
  { db, now }: Services,
  principal: BusinessPrincipal,
  { actions, patientId }: GuardedSecret,
  lockedUntil: Date | null,
): Promise<void> {
  const action = lockedUntil ? actions.locked : actions.refused;
  await writeAudit(db, { at: now(), action, by: principal, patientId });
}

/**
 * Whether the given PIN or code matches. During a change of the pepper the former one is valid too; such a hash is
 * replaced.
 */
async function isRight(
  { db, rules }: Services,
  secret: GuardedSecret,
  given: string,
  hash: string,
  derive: Derive,
): Promise<boolean> {
  const { pepper, formerPepper } = rules.pin;
  if (mayBeMadeWith(hash, pepper) && (await verifyPin(given, hash, pepper, derive))) return true;
  if (formerPepper === undefined || isMadeWith(hash, pepper)) return false;
  if (!(await verifyPin(given, hash, formerPepper, derive))) return false;
  await secret.keepHash(db, await hashPin(given, pepper, derive), hash);
  return true;
}

/**
 * Verifies a PIN or code; a missing one is wrong. The fifth wrong attempt in a row locks it; each lock lasts longer,
 * until a correct attempt (rules §6). Each attempt is counted, for the secret and for the user, and committed before it is
 * hashed; a correct attempt resets the counter of the secret and takes itself back from the user's. So no row and no connection is held during hashing, and at most five of many concurrent attempts
 * are checked. A counted attempt stays counted when the process ends or the command fails.
 * @throws DomainError TRANSACTION_WRONG_OTP, TRANSACTION_LOCKED with the end of the lock, or TOO_MANY_REQUESTS, which
 * counts nothing
 */
export async function verifySecret(
  services: Services,
  principal: BusinessPrincipal,
  secret: GuardedSecret,
  given: string | null | undefined,
): Promise<void> {
  await services.hashing.withSlot(principal.businessId, async (derive) => {
    const { hash, attempts, pace } = await countAttempt(services, principal, secret);
    if (hash !== null && (await isRight(services, secret, given ?? '', hash, derive))) {
      await secret.keepAttempts(services.db, NO_ATTEMPTS);
      await takeBackForUser(services, principal.userId);
      return;
    }
    const { locked_until: lockedUntil } = attempts;
    await noteWrong(services, principal, secret, lockedUntil);
    if (pace.isReached) services.metrics.lockouts.inc({ action: 'USER_SLOWED' });
    if (lockedUntil) services.metrics.lockouts.inc({ action: secret.actions.locked });
    throw lockedUntil
      ? new DomainError('TRANSACTION_LOCKED', { lockedUntil })
      : new DomainError('TRANSACTION_WRONG_OTP', { attemptsLeft: attemptsLeft(attempts) });
  });
}
