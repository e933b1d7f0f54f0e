import { sql } from 'kysely';
import * as calls from '#contract/calls/admin/patients.ts';
import { administer } from '../administered.ts';
import { codeStartsWith, isEqual, startsWith } from '../conditions.ts';

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
  // One without any dossier is seen by all, for somebody has to make the first one (rules §9).
  scope: (aslId) => sql`(
    exists (select from dossier where dossier.patient_id = patient.patient_id and dossier.asl_id = ${aslId})
    or not exists (select from dossier where dossier.patient_id = patient.patient_id)
  )`,
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
