import { type RawBuilder, sql } from 'kysely';
import type { DbAndClock } from '#server/services.ts';

/** What stands in place of the fiscal code, before the patient's number. */
const ANONYMOUS = 'ANONIMO-';

/**
 * The patients who get no vouchers any more and whose last one ended so many months ago, in SQL. Of a patient who never
 * had a voucher nothing tells the time.
 */
function due({ now }: DbAndClock, months: number): RawBuilder<unknown> {
  return sql`select patient_id from patient
    where not starts_with(fiscal_code, ${ANONYMOUS})
      and (status = 'DISABLED' or not exists (
        select from dossier where dossier.patient_id = patient.patient_id and dossier.status = 'APPROVED'
      ))
      and (
        select max(voucher.disabled_at) from dossier join voucher using (dossier_id)
        where dossier.patient_id = patient.patient_id
      ) < ${now()}::timestamptz - make_interval(months => ${months})`;
}

/** Counts the patients whom `anonymisePatients` would make anonymous. */
export async function countDuePatients(services: DbAndClock, months: number): Promise<number> {
  const { rows } = await sql`${due(services, months)}`.execute(services.db);
  return rows.length;
}

/**
 * Takes from each patient who is due what tells who it was: name, fiscal code, birth date and PIN. The number stays, and
 * with it vouchers, purchases, ledger and records, whose sums and documents of shops remain right.
 * @returns the number of patients
 */
export async function anonymisePatients(services: DbAndClock, months: number): Promise<number> {
  const { rows } = await sql`
    with due as (${due(services, months)} for update), changed as (
      update patient set fiscal_code = ${ANONYMOUS}::text || patient.patient_id, first_name = 'anonimo',
        last_name = 'Assistito', birth_date = '1900-01-01', otp_mode = 'NONE', pin_hash = null, pin_issued_at = null,
        status = 'DISABLED', version = version + 1
      from due where patient.patient_id = due.patient_id returning patient.patient_id
    )
    insert into audit (at, action, patient_id)
      select ${services.now()}::timestamptz, 'PATIENT_ANONYMISED', patient_id from changed returning patient_id`.execute(
    services.db,
  );
  return rows.length;
}
