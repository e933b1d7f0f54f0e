import type { Selectable } from 'kysely';
import type { PinAttemptsTable } from '#server/database/schema.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { BusinessCaller, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { verifyPin } from './pin-hash.ts';

const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

type Attempts = Selectable<PinAttemptsTable>;

async function lockAttempts(trx: Database, patientId: number, businessId: number): Promise<Attempts> {
  const key = { patient_id: patientId, business_id: businessId };
  await trx
    .insertInto('pin_attempts')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('pin_attempts')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('business_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function isRightPin(trx: Database, patientId: number, pin: string, pepper: string): Promise<boolean> {
  const { pin_hash: hash } = await trx
    .selectFrom('patient')
    .select('pin_hash')
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  return hash !== null && (await verifyPin(pin, hash, pepper));
}

async function keepAttempts(trx: Database, attempts: Attempts, failures: number, lockedUntil: Date | null) {
  await trx
    .updateTable('pin_attempts')
    .set({ failures, locked_until: lockedUntil })
    .where('patient_id', '=', attempts.patient_id)
    .where('business_id', '=', attempts.business_id)
    .execute();
}

/**
 * Compares a patient's PIN; an absent one is wrong. The fifth wrong one in a row locks the patient's PIN for the
 * business for 15 minutes (decisions §6). It has a transaction of its own, so that the counter stays even when the
 * sale fails, and it locks the counter before comparing, so that PINs tried at once are counted one by one.
 * @throws DomainError TRANSACTION_WRONG_OTP, or TRANSACTION_LOCKED with the instant at which the lock ends
 */
export async function verifyPatientPin(
  services: Services,
  caller: BusinessCaller,
  patientId: number,
  pin: string | null | undefined,
): Promise<void> {
  const refusal = await services.db.transaction().execute(async (trx) => {
    const attempts = await lockAttempts(trx, patientId, caller.businessId);
    const now = services.now();
    if (attempts.locked_until && attempts.locked_until > now) {
      return new DomainError('TRANSACTION_LOCKED', { lockedUntil: attempts.locked_until });
    }
    if (await isRightPin(trx, patientId, pin ?? '', services.rules.pinPepper)) {
      await keepAttempts(trx, attempts, 0, null);
      return null;
    }
    const failures = attempts.failures + 1;
    const lockedUntil = failures >= MAX_FAILURES ? new Date(now.getTime() + LOCK_MS) : null;
    await keepAttempts(trx, attempts, lockedUntil ? 0 : failures, lockedUntil);
    await writeAudit(trx, {
      at: now,
      action: lockedUntil ? 'PIN_LOCKED' : 'PIN_REFUSED',
      userId: caller.userId,
      businessId: caller.businessId,
      patientId,
    });
    return lockedUntil
      ? new DomainError('TRANSACTION_LOCKED', { lockedUntil })
      : new DomainError('TRANSACTION_WRONG_OTP');
  });
  if (refusal) throw refusal;
}
