import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Attempts, verifySecret } from './verify-secret.ts';

async function lockPinAttempts(trx: Database, patientId: number, businessId: number): Promise<Attempts> {
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

async function readPinHash(trx: Database, patientId: number): Promise<string | null> {
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
    lockAttempts: (trx: Database) => lockPinAttempts(trx, patientId, principal.businessId),
    keepAttempts: (db: Database, attempts: Attempts) =>
      db
        .updateTable('pin_attempts')
        .set(attempts)
        .where('patient_id', '=', patientId)
        .where('business_id', '=', principal.businessId)
        .execute(),
    readHash: (trx: Database) => readPinHash(trx, patientId),
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

async function lockCodeAttempts(trx: Database, businessId: number): Promise<Attempts> {
  await trx
    .insertInto('cancel_code_attempts')
    .values({ business_id: businessId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('cancel_code_attempts')
    .select(['failures', 'locks', 'locked_until'])
    .where('business_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function readCodeHash(trx: Database, businessId: number): Promise<string | null> {
  const { cancel_code_hash: hash } = await trx
    .selectFrom('business')
    .select('cancel_code_hash')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return hash;
}

/**
 * Verifies the business's cancellation code (§6). A lock applies to the whole business (rules §6).
 * @param patientId the patient of the purchase, for the audit
 * @throws DomainError as `verifySecret`
 */
export function verifyCancelCode(
  services: Services,
  principal: BusinessPrincipal,
  patientId: number,
  code: string | null | undefined,
): Promise<void> {
  const secret = {
    lockAttempts: (trx: Database) => lockCodeAttempts(trx, principal.businessId),
    keepAttempts: (db: Database, attempts: Attempts) =>
      db.updateTable('cancel_code_attempts').set(attempts).where('business_id', '=', principal.businessId).execute(),
    readHash: (trx: Database) => readCodeHash(trx, principal.businessId),
    keepHash: (db: Database, hash: string, former: string) =>
      db
        .updateTable('business')
        .set({ cancel_code_hash: hash })
        .where('business_id', '=', principal.businessId)
        .where('cancel_code_hash', '=', former)
        .execute(),
    actions: { refused: 'CANCEL_CODE_REFUSED', locked: 'CANCEL_CODE_LOCKED' },
    patientId,
  } as const;
  return verifySecret(services, principal, secret, code);
}
