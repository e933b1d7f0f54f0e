import { sql } from 'kysely';
import { adminPatients } from '#contract/admin/patients.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { DomainError } from '#server/domain-error.ts';
import { isAnonymous, isDue } from '#server/patients/anonymise-patients.ts';
import { hasPower } from '#server/patients/power.ts';
import type { ClocksAndRules, Principal, Services } from '#server/services.ts';
import { mapResource, type Values } from '../admin-resource.ts';

/** The registration with another authority is health data, so this error is also a consultation (rules §9). */
async function explainOtherAuthority(
  { db, now }: Services,
  principal: Principal,
  { fiscalCode }: Values,
): Promise<DomainError | undefined> {
  if (principal.aslId === null) return undefined;
  const { rows } = await sql<{ patient_id: number }>`select patient_id from patient
    where fiscal_code = ${fiscalCode} and not ${hasPower(principal.aslId)}`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  await writeConsultation(db, principal, [found.patient_id], { at: now() });
  return new DomainError('PATIENT_OF_ANOTHER_ASL', { field: 'fiscalCode' });
}

const isDueNow = ({ clock, rules }: ClocksAndRules) => isDue({ clock }, rules.patientMonths);

export const patients = mapResource(
  adminPatients,
  { anonymity: (wanted, asked) => (wanted === 'DONE' ? isAnonymous : isDueNow(asked)) },
  {
    shown: {
      hasPin: sql`pin_hash is not null`,
      pinIssueTime: sql`pin_issued_at`,
      anonymity: (asked) => sql`case when ${isAnonymous} then 'DONE' when ${isDueNow(asked)} then 'DUE' end`,
    },
    scope: hasPower,
    // Who is anonymous stays so: another name would get this patient's purchases.
    verify(_source, _principal, _values, before) {
      return before?.anonymity === 'DONE' ? Promise.reject(new DomainError('NOT_POSSIBLE')) : Promise.resolve();
    },
    explainDuplicate: explainOtherAuthority,
  },
);
