import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Held, lockBriefly, type Locked } from '#server/database/row-locks.ts';
import { doDaily, doInSteps, type Step, type StepsOutcome } from '#server/database/steps.ts';
import type { ClocksAndRules, Database, DbAndClocks } from '#server/services.ts';

/** What stands in place of the fiscal code, before the patient's number. */
const ANONYMOUS = 'ANONIMO-';

export function isAnonymousCode(fiscalCode: unknown): boolean {
  return String(fiscalCode).startsWith(ANONYMOUS);
}

/** Whether a patient of the table `patient` is anonymous, in SQL; `patient_by_person` has the same condition. */
export const isAnonymous = sql<SqlBool>`starts_with(patient.fiscal_code, ${sql.lit(ANONYMOUS)})`;

/**
 * Whether a patient of the table `patient` may be made anonymous, in SQL: one who gets no vouchers any more and whose
 * last one ended so many months ago; who never had one, if neither the patient nor a dossier was changed since.
 * @param months undefined for never
 */
export function isDue({ clock }: Pick<DbAndClocks, 'clock'>, months: number | undefined): RawBuilder<SqlBool> {
  if (months === undefined) return sql`false`;
  return sql`(not ${isAnonymous}
    and (patient.status = 'DISABLED' or not exists (
      select from dossier where dossier.patient_id = patient.patient_id and dossier.status = 'APPROVED'
    ))
    and coalesce((
      select max(voucher.disabled_at) from dossier join voucher using (dossier_id)
      where dossier.patient_id = patient.patient_id
    ), greatest(patient.changed_at, (
      select max(dossier.changed_at) from dossier where dossier.patient_id = patient.patient_id
    ))) < ${clock()} - make_interval(months => ${months}))`;
}

/** Counts the patients whom `anonymisePatients` would make anonymous. */
export async function countDuePatients(services: DbAndClocks, months: number): Promise<number> {
  const counting = sql<{ count: number }>`select count(*)::int as count from patient where ${isDue(services, months)}`;
  return (await counting.execute(services.db)).rows[0]?.count ?? 0;
}

/** The fields of an anonymous patient, in SQL. */
const TAKEN = sql`fiscal_code = ${ANONYMOUS}::text || patient.patient_id, first_name = 'anonimo',
  last_name = 'Assistito', birth_date = '1900-01-01', otp_mode = 'NONE', pin_hash = null, pin_issued_at = null,
  status = 'DISABLED'`;

/**
 * Takes from a patient what tells who it was: name, fiscal code, birth date and PIN. The number stays, and with it
 * vouchers, purchases, ledger and records, whose sums and documents of shops remain right.
 */
export async function takeIdentity(trx: Locked<Database>, patientId: number): Promise<void> {
  await sql`update patient set ${TAKEN} where patient_id = ${patientId}`.execute(trx);
}

/** Takes it from those of the held patients who are due now. */
async function takeFromDue({ trx, ids }: Held, { clock }: Pick<DbAndClocks, 'clock'>, months: number): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql`
    with changed as (
      update patient set ${TAKEN}, version = version + 1
      where patient_id = any(${ids}::bigint[]) and ${isDue({ clock }, months)} returning patient_id
    )
    insert into audit (at, action, patient_id)
      select ${clock()}, 'PATIENT_ANONYMISED', patient_id from changed returning patient_id`.execute(trx);
  return rows.length;
}

/** Takes it from those of the next patients who are due. A patient on whom a sale rests is waited for. */
function anonymise(services: DbAndClocks, months: number): Step {
  return async (trx, { after, size }) => {
    const { rows } = await sql<{ patient_id: number; is_due: boolean }>`
      select patient_id, ${isDue(services, months)} as is_due from patient
      where patient_id > ${after} order by patient_id limit ${size}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) return { upTo: 'over' };
    const due = rows.filter((row) => row.is_due).map((row) => row.patient_id);
    const which = sql`patient_id = any(${due}::bigint[])`;
    const held = await lockBriefly(trx, { table: 'patient', key: 'patient_id', which, strength: 'update' });
    return { upTo: last.patient_id, count: await takeFromDue(held, services, months) };
  };
}

/**
 * Takes it from each patient who is due, from where a run before was cut off.
 * @param stop ends it after the present step
 * @returns the number of patients of this run, and whether it has come to its end
 */
export function anonymisePatients(services: DbAndClocks, months: number, stop: AbortSignal): Promise<StepsOutcome> {
  return doInSteps(services, { job: 'anonymise', part: '' }, stop, anonymise(services, months));
}

/** The same once a day, where the settings say after how many months; returns the number of patients. */
export async function anonymisePatientsDaily(
  services: DbAndClocks & ClocksAndRules,
  stop: AbortSignal,
): Promise<number> {
  const { patientMonths } = services.rules;
  if (patientMonths === undefined) return 0;
  return (await doDaily(services, 'anonymise', stop, anonymise(services, patientMonths))).count;
}
