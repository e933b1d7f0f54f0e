import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { findSamePerson as findCall } from '#contract/admin/patients.ts';
import type { CallReply, CallRequest } from '#contract/call.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { isAnonymous } from '#server/patients/anonymise-patients.ts';
import type { Principal, Services } from '#server/services.ts';
import { visibleTo } from './read-rows.ts';
import { patients } from './resources/patients.ts';

/** The names of a person as they are compared, in SQL: without case, accents, and what stands between letters. */
export function namesOf(firstName: RawBuilder<unknown>, lastName: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`person_names(fold_text(${firstName}), fold_text(${lastName}))`;
}

/** Whether a patient of the table `patient` has these names (`namesOf`) and this birth date, in SQL (rules §9). */
export function isPerson(names: RawBuilder<unknown>, birthDate: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(patient.birth_date = ${birthDate} and not ${isAnonymous}
    and person_names(patient.folded_first_name, patient.folded_last_name) = ${names})`;
}

/** Of one person there are hardly more. */
const MOST = 10;

/**
 * Finds the patients with the same names and birth date as the one that is entered. Whoever may not see one of them learns
 * only that there is one. That is a consultation all the same.
 */
export function findSamePerson(
  { db, now }: Services,
  principal: Principal,
  { firstName, lastName, birthDate, patientId }: CallRequest<typeof findCall>['body'],
): Promise<CallReply<typeof findCall>> {
  const isSame = isPerson(namesOf(sql`${firstName}::text`, sql`${lastName}::text`), sql`${birthDate}::date`);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; fiscalCode: string; isVisible: boolean }>`
      select patient_id as id, fiscal_code as "fiscalCode", ${visibleTo(patients, principal)} as "isVisible"
      from patient where ${isSame} and patient_id is distinct from ${patientId ?? null}
      order by patient_id limit ${MOST}`.execute(trx);
    await writeConsultation(
      trx,
      principal,
      rows.map(({ id }) => id),
      { at: now() },
    );
    const visible = rows.filter(({ isVisible }) => isVisible);
    return {
      fiscalCodes: visible.map(({ fiscalCode }) => fiscalCode),
      isElsewhere: visible.length < rows.length,
    };
  });
}
