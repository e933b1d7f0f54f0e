import type { Secret } from '#contract/request.ts';
import { readInstant } from '#server/database/clock.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { verifyPatientPin } from '#server/pins/verify-pin.ts';
import { requireOpenStore } from '#server/reference/stores.ts';
import { requirePatient } from '#server/sale/spending.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Services } from '#server/services.ts';
import { countLookups } from './lookups.ts';
import { readVouchersByDossier } from './search-patients.ts';

/** The patient, the store, and the PIN of a patient who has one. */
interface BalanceEnquiry {
  readonly patientId: number;
  readonly dossierId: number;
  readonly storeId: number;
  readonly otp?: Secret | undefined;
}

/**
 * The vouchers of a patient's dossier with their residuals. The consultation is written to the access log. A missing
 * PIN is refused but not counted as a wrong attempt.
 * @throws DomainError STORE_NOT_FOUND, PATIENT_NOT_FOUND, TRANSACTION_WRONG_OTP, TOO_MANY_PATIENTS, and as `verifyPatientPin`
 */
export async function readBalance(
  services: Services,
  principal: BusinessPrincipal,
  { patientId, dossierId, storeId, otp }: BalanceEnquiry,
) {
  await requireOpenStore(services.db, storeId, principal.businessId);
  const otpMode = await requirePatient(services.db, patientId);
  const dossier = await services.db
    .selectFrom('dossier')
    .select('dossier_id')
    .where('dossier_id', '=', dossierId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  if (!dossier) throw new DomainError('PATIENT_NOT_FOUND');
  if (otpMode === 'PIN') {
    if (otp === undefined) throw new DomainError('TRANSACTION_WRONG_OTP');
    await verifyPatientPin(services, principal, patientId, otp);
  }
  return services.db.transaction().execute(async (trx) => {
    const at = await readInstant(trx, services);
    await countLookups(trx, services, principal, [patientId], at);
    const vouchers = await readVouchersByDossier(trx, [dossierId], at);
    await writeConsultation(trx, principal, [patientId], { at, storeId });
    return vouchers(dossierId);
  });
}
