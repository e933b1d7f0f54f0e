import { sql } from 'kysely';
import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import { visibleTo } from '../administration/select-rows.ts';
import { patients } from '../administration/resources/patients.ts';
import type { Principal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';

/** The patient whose data a principal asks for. */
export interface RequestedPatient {
  readonly patientId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly fiscalCode: string;
}

/** The purpose of the request, for the audit. */
interface Purpose {
  readonly action: AuditAction;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The patient with a fiscal code. The request and its purpose are recorded before any of the patient's data is read.
 * @throws DomainError PATIENT_NOT_FOUND when there is no such patient, or the principal may not see them
 */
export function findPatientAndRecord(
  { db, now }: Services,
  principal: Principal,
  fiscalCode: string,
  { action, details }: Purpose,
): Promise<RequestedPatient> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<RequestedPatient>`
      select patient_id as "patientId", first_name as "firstName", last_name as "lastName", fiscal_code as "fiscalCode"
      from patient where fiscal_code = ${fiscalCode} and ${visibleTo(patients, principal)}`.execute(trx);
    const [patient] = rows;
    if (patient === undefined) throw new DomainError('PATIENT_NOT_FOUND');
    const at = now();
    const { patientId } = patient;
    await writeConsultation(trx, principal, [patientId], { at });
    await writeAudit(trx, { at, action, by: principal, patientId, details });
    return patient;
  });
}
