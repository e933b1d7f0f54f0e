import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * Whether a health authority's office has power over a patient of the table `patient`, in SQL: it pays an approved dossier;
 * where there is none, the newest one. Somebody must make the first dossier, so all have power over a patient without any
 * (rules §9).
 */
export function hasPower(aslId: number): RawBuilder<SqlBool> {
  const ofPatient = sql`from dossier where dossier.patient_id = patient.patient_id`;
  return sql`coalesce(
    (select bool_or(dossier.asl_id = ${aslId}) ${ofPatient} and dossier.status = 'APPROVED'),
    (select dossier.asl_id = ${aslId} ${ofPatient} order by dossier_id desc limit 1),
    true
  )`;
}

/** The same for the patient of a dossier of the table `dossier`, or of a voucher's. */
export function hasPowerOverOwner(aslId: number): RawBuilder<SqlBool> {
  return sql`exists (select from patient where patient.patient_id = dossier.patient_id and ${hasPower(aslId)})`;
}

/** Whether an authority pays a dossier of a patient of the table `patient`, or has paid for one, in SQL. */
export function hasPaidFor(aslId: number): RawBuilder<SqlBool> {
  return sql`exists (
    select from dossier where dossier.patient_id = patient.patient_id and (dossier.asl_id = ${aslId} or exists (
      select from purchase where purchase.dossier_id = dossier.dossier_id and purchase.asl_id = ${aslId}
    ))
  )`;
}
