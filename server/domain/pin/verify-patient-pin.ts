import type { BusinessPrincipal, Database, Services } from '../context.ts';
import type { Attempts } from './attempts.ts';
import { verifySecret } from './verify-secret.ts';

async function lockAttempts(trx: Database, patientId: number, businessId: number): Promise<Attempts> {
  const key = { patient_id: patientId, business_id: businessId };
  await trx
    .insertInto('pin_attempts')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('pin_attempts')
    .select(['failures', 'locks', 'locked_until'])
    .where('patient_id', '=', patientId)
    .where('business_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function readHash(trx: Database, patientId: number): Promise<string | null> {
  const { pin_hash: hash } = await trx
    .selectFrom('patient')
    .select('pin_hash')
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  return hash;
}

/**
 * Verifies a patient's PIN. A lock applies to the business where the PIN was tried (rules §6).
 * @throws DomainError as `verifySecret`
 */
export function verifyPatientPin(
  services: Services,
  principal: BusinessPrincipal,
  patientId: number,
  pin: string | null | undefined,
): Promise<void> {
  const secret = {
    lockAttempts: (trx: Database) => lockAttempts(trx, patientId, principal.businessId),
    keepAttempts: (db: Database, attempts: Attempts) =>
      db
        .updateTable('pin_attempts')
        .set(attempts)
        .where('patient_id', '=', patientId)
        .where('business_id', '=', principal.businessId)
        .execute(),
    readHash: (trx: Database) => readHash(trx, patientId),
    keepHash: (db: Database, hash: string, former: string) =>
      db
        .updateTable('patient')
        .set({ pin_hash: hash })
        .where('patient_id', '=', patientId)
        .where('pin_hash', '=', former)
        .execute(),
    actions: { refused: 'PIN_REFUSED', locked: 'PIN_LOCKED' },
    patientId,
  } as const;
  return verifySecret(services, principal, secret, pin);
}
