import { type RawBuilder, sql, type SqlBool } from 'kysely';
import * as calls from '#contract/calls/admin/dossiers.ts';
import type { CategoryType } from '#contract/entities/category.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import { codeStartsWith, defineAdminResource, isEqual, isRow } from '../admin-resource.ts';
import { selectRow } from '../read-rows.ts';
import { patients } from './patients.ts';

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

/** The dossiers of patients whose fiscal code begins with this text. */
function isOfFiscalCode(code: string): RawBuilder<SqlBool> {
  return sql`dossier.patient_id in (select patient_id from patient where ${codeStartsWith('fiscal_code')(code)})`;
}

export const dossiers = defineAdminResource({
  calls: {
    search: calls.searchAdminDossiers,
    exportRows: calls.exportAdminDossiers,
    read: calls.readAdminDossier,
    create: calls.createAdminDossier,
    update: calls.updateAdminDossier,
  },
  table: 'dossier',
  id: { field: 'dossierId', column: 'dossier_id' },
  columns: {
    patientId: 'patient_id',
    aslId: 'asl_id',
    type: 'type',
    monthlyAmount: 'monthly_amount',
    switchMonth: 'switch_month',
  },
  shown: {
    patientName: sql`(select last_name || ' ' || first_name from patient where patient.patient_id = dossier.patient_id)`,
    fiscalCode: sql`(select fiscal_code from patient where patient.patient_id = dossier.patient_id)`,
    aslName: sql`(select name from asl where asl.asl_id = dossier.asl_id)`,
    status: sql`dossier.status`,
    amountMonth: sql`(select max(before_month) from former_amount where former_amount.dossier_id = dossier.dossier_id)`,
  },
  initial: { status: 'APPROVED' },
  scope: isRow('dossier.asl_id'),
  filters: {
    fiscalCode: isOfFiscalCode,
    patientId: isRow('dossier.patient_id'),
    aslId: isRow('dossier.asl_id'),
    type: isEqual('dossier.type'),
    status: isEqual('dossier.status'),
  },
  sorts: { dossierId: 'dossier_id' },
  sort: 'dossierId,desc',
  // An import locks patients before their dossiers, so an approval must lock the patient first, too.
  lockedFirst: (id) => sql`select from patient
    where patient_id = (select patient_id from dossier where dossier_id = ${id}) for no key update`,
  async verify(db, principal, { patientId, aslId, type }) {
    if (typeof patientId !== 'number') return;
    if (principal.aslId !== null && aslId !== principal.aslId)
      throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
    await selectRow(db, patients, principal, patientId);
    await requireNoOtherApprovedDossier(db, patientId, type as CategoryType);
  },
  notFound: 'DOSSIER_NOT_FOUND',
  fileName: 'pratiche',
});
