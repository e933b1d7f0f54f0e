import type { BusinessPrincipal, Database, Services } from '../context.ts';
import type { Attempts } from './attempts.ts';
import { verifySecret } from './verify-secret.ts';

async function lockAttempts(trx: Database, businessId: number): Promise<Attempts> {
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

async function readHash(trx: Database, businessId: number): Promise<string | null> {
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
    lockAttempts: (trx: Database) => lockAttempts(trx, principal.businessId),
    keepAttempts: (db: Database, attempts: Attempts) =>
      db.updateTable('cancel_code_attempts').set(attempts).where('business_id', '=', principal.businessId).execute(),
    readHash: (trx: Database) => readHash(trx, principal.businessId),
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
