import type { CategoryType } from '#contract/entities/category.ts';
import type { Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';

/**
 * Keeps a patient from a second approved dossier of a kind, which would be a second voucher each month: those who make
 * or approve one take turns until their transactions end.
 * @throws DomainError DOSSIER_ALREADY_APPROVED where there is one already
 */
export async function requireNoOther(trx: Database, patientId: number, type: CategoryType): Promise<void> {
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
