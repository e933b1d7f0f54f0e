import type { CategoryType } from '#contract/entities/category.ts';
import type { Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';

/**
 * Refuses a second approved dossier of the same type for a patient, because it would mean a second voucher each month.
 * Transactions that create or approve a dossier of the same patient wait for each other.
 * @throws DomainError DOSSIER_ALREADY_APPROVED
 */
export async function requireNoOtherApprovedDossier(
  trx: Database,
  patientId: number,
  type: CategoryType,
): Promise<void> {
  await trx.selectFrom('patient').select('patient_id').where('patient_id', '=', patientId).forNoKeyUpdate().execute();
  const other = await trx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .where('status', '=', 'APPROVED')
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) throw new DomainError('DOSSIER_ALREADY_APPROVED', { field: 'type' });
}
