import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as calls from '#contract/calls/admin/patients.ts';
import { writeConsultation } from '../../audit/write-consultation.ts';
import type { Principal, Services } from '../../context.ts';
import { DomainError } from '../../domain-error.ts';
import { type Values, administer } from '../administered.ts';
import { codeStartsWith, isEqual, startsWith } from '../conditions.ts';

/**
 * One without any dossier is seen by all, for somebody has to make the first one (rules §9). It is one look at the dossiers of
 * each patient that is found, never a reading of all dossiers.
 */
function isOfAuthority(aslId: number): RawBuilder<SqlBool> {
  return sql`coalesce(
    (select bool_or(dossier.asl_id = ${aslId}) from dossier where dossier.patient_id = patient.patient_id), true
  )`;
}

/** That somebody is registered elsewhere is health data: who learns it has consulted the patient (rules §9). */
async function tellOfStranger(
  { db, now }: Services,
  principal: Principal,
  { fiscalCode }: Values,
): Promise<DomainError | undefined> {
  if (principal.aslId === null) return undefined;
  const { rows } = await sql<{ patient_id: number }>`select patient_id from patient
    where fiscal_code = ${fiscalCode} and not ${isOfAuthority(principal.aslId)}`.execute(db);
  const [stranger] = rows;
  if (stranger === undefined) return undefined;
  await writeConsultation(db, principal, [stranger.patient_id], { at: now() });
  return new DomainError('PATIENT_OF_ANOTHER_ASL', { field: 'fiscalCode' });
}

export const patients = administer({
  calls: {
    search: calls.searchAdminPatients,
    exportRows: calls.exportAdminPatients,
    read: calls.readAdminPatient,
    create: calls.createAdminPatient,
    update: calls.updateAdminPatient,
  },
  table: 'patient',
  id: { field: 'patientId', column: 'patient_id' },
  columns: {
    fiscalCode: 'fiscal_code',
    firstName: 'first_name',
    lastName: 'last_name',
    gender: 'gender',
    birthDate: 'birth_date',
    otpMode: 'otp_mode',
    status: 'status',
  },
  shown: { hasPin: sql`pin_hash is not null` },
  secret: ['fiscalCode', 'firstName', 'lastName', 'gender', 'birthDate'],
  scope: isOfAuthority,
  explainDuplicate: tellOfStranger,
  filters: {
    fiscalCode: codeStartsWith('fiscal_code'),
    lastName: startsWith('last_name'),
    status: isEqual('status'),
  },
  sorts: { lastName: 'last_name', fiscalCode: 'fiscal_code' },
  sort: 'lastName,asc',
  notFound: 'PATIENT_NOT_FOUND',
  fileName: 'assistiti',
});
