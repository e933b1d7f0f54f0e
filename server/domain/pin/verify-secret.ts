import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Attempts, NO_ATTEMPTS, attemptsLeft, withOneMore } from './attempts.ts';
import { type Derive, hashPin, isMadeWith, mayBeMadeWith, verifyPin } from './pin-hash.ts';
import { chargeUser, requireUserMayTry } from './user-pace.ts';

/** A PIN or code whose wrong tries are counted (rules §6). */
export interface GuardedSecret {
  /** Locks its counter until the transaction ends, making it where there is none yet. */
  readonly lockAttempts: (trx: Database) => Promise<Attempts>;
  readonly keepAttempts: (db: Database, attempts: Attempts) => Promise<unknown>;
  /** Its hash; null where none is set, which nothing matches. */
  readonly readHash: (trx: Database) => Promise<string | null>;
  /** Puts another hash of the same in the place of this one. */
  readonly keepHash: (db: Database, hash: string, former: string) => Promise<unknown>;
  /** What the audit calls a wrong try, and the one that locks. */
  readonly actions: { readonly refused: AuditAction; readonly locked: AuditAction };
  /** Whose purchase it was tried for. */
  readonly patientId: number;
}

interface CountedAttempt {
  readonly hash: string | null;
  /** What they are, should it be wrong. */
  readonly attempts: Attempts;
}

/** Counts a try, and commits it, before anything is known of it. */
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
    await requireUserMayTry({ ...services, db: trx }, principal.userId);
    const counted = withOneMore(attempts, now, services.rules.pin.lockMinutes);
    await secret.keepAttempts(trx, counted);
    return { hash: await secret.readHash(trx), attempts: counted };
  });
}

async function noteWrong(
  services: Services,
  principal: BusinessPrincipal,
  { actions, patientId }: GuardedSecret,
  lockedUntil: Date | null,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await chargeUser({ ...services, db: trx }, principal.userId);
    const action = lockedUntil ? actions.locked : actions.refused;
    await writeAudit(trx, { at: services.now(), action, by: principal, patientId });
  });
}

/**
 * Whether it is the hashed one. While the pepper is being replaced the former one counts too, and what was made with it is
 * hashed anew.
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
 * Compares a PIN or code; an absent one is wrong. The fifth wrong one in a row locks it, for longer each time until a
 * right one (rules §6). Each try is counted and committed before it is hashed, and given back when it was right: no
 * row and no connection is held meanwhile, and of many at once no more than five are compared. What was counted stays
 * counted when the process ends, or when the command fails.
 * @throws DomainError TRANSACTION_WRONG_OTP, TRANSACTION_LOCKED with the instant at which the lock ends, or
 * TOO_MANY_REQUESTS, in which case nothing was counted
 */
export async function verifySecret(
  services: Services,
  principal: BusinessPrincipal,
  secret: GuardedSecret,
  given: string | null | undefined,
): Promise<void> {
  await services.hashing.withPlace(principal.businessId, async (derive) => {
    const { hash, attempts } = await countAttempt(services, principal, secret);
    if (hash !== null && (await isRight(services, secret, given ?? '', hash, derive))) {
      await secret.keepAttempts(services.db, NO_ATTEMPTS);
      return;
    }
    const { locked_until: lockedUntil } = attempts;
    await noteWrong(services, principal, secret, lockedUntil);
    if (lockedUntil) services.metrics.lockouts.inc({ action: secret.actions.locked });
    throw lockedUntil
      ? new DomainError('TRANSACTION_LOCKED', { lockedUntil })
      : new DomainError('TRANSACTION_WRONG_OTP', { attemptsLeft: attemptsLeft(attempts) });
  });
}
