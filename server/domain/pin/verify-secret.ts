import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { BusinessCaller, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { verifyPin } from './pin-hash.ts';

const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** Wrong tries in a row, and until when there may be no more. */
export interface Attempts {
  readonly failures: number;
  readonly locked_until: Date | null;
}

/** A PIN or code whose wrong tries are counted (decisions §6). */
export interface GuardedSecret {
  /** Locks its counter until the transaction ends, making it where there is none yet. */
  readonly lockAttempts: (trx: Database) => Promise<Attempts>;
  readonly keepAttempts: (trx: Database, attempts: Attempts) => Promise<unknown>;
  /** Its hash; null where none is set, which nothing matches. */
  readonly readHash: (trx: Database) => Promise<string | null>;
  /** What the audit calls a wrong try, and the one that locks. */
  readonly actions: { readonly refused: AuditAction; readonly locked: AuditAction };
  /** Whose purchase it was tried for. */
  readonly patientId: number;
}

async function isRight(trx: Database, secret: GuardedSecret, given: string, pepper: string): Promise<boolean> {
  const hash = await secret.readHash(trx);
  return hash !== null && (await verifyPin(given, hash, pepper));
}

/**
 * Compares a PIN or code; an absent one is wrong. The fifth wrong one in a row locks it for 15 minutes (decisions
 * §6). It has a transaction of its own, so that the counter stays even when the command fails, and it locks the
 * counter before comparing, so that tries at once are counted one by one.
 * @throws DomainError TRANSACTION_WRONG_OTP, or TRANSACTION_LOCKED with the instant at which the lock ends
 */
export async function verifySecret(
  services: Services,
  caller: BusinessCaller,
  secret: GuardedSecret,
  given: string | null | undefined,
): Promise<void> {
  const refusal = await services.db.transaction().execute(async (trx) => {
    const attempts = await secret.lockAttempts(trx);
    const now = services.now();
    if (attempts.locked_until && attempts.locked_until > now) {
      return new DomainError('TRANSACTION_LOCKED', { lockedUntil: attempts.locked_until });
    }
    if (await isRight(trx, secret, given ?? '', services.rules.pinPepper)) {
      await secret.keepAttempts(trx, { failures: 0, locked_until: null });
      return null;
    }
    const failures = attempts.failures + 1;
    const lockedUntil = failures >= MAX_FAILURES ? new Date(now.getTime() + LOCK_MS) : null;
    await secret.keepAttempts(trx, { failures: lockedUntil ? 0 : failures, locked_until: lockedUntil });
    await writeAudit(trx, {
      at: now,
      action: lockedUntil ? secret.actions.locked : secret.actions.refused,
      userId: caller.userId,
      businessId: caller.businessId,
      patientId: secret.patientId,
    });
    return lockedUntil
      ? new DomainError('TRANSACTION_LOCKED', { lockedUntil })
      : new DomainError('TRANSACTION_WRONG_OTP');
  });
  if (refusal) throw refusal;
}
