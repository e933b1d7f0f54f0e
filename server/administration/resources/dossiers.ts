import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { addDays, type Day, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Locked, RowLock } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import { hasPowerOverOwner } from '#server/patients/power.ts';
import { amendVouchers, amountOfMonth } from '#server/patients/vouchers.ts';
import type { Database } from '#server/services.ts';
import { codeStartsWith, mapResource, isRow } from '../admin-resource.ts';
import { selectRow } from '../read-rows.ts';
import { lockOfKind, requireOpenKind } from './kinds.ts';
import { patients } from './patients.ts';

/**
 * Whether a patient has another approved dossier of the same type than this one, in SQL. It would mean a second voucher
 * each month.
 */
export function hasOtherApproved(
  patientId: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  dossierId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql`exists (select from dossier as other where other.patient_id = ${patientId} and other.type = ${type}
    and other.status = 'APPROVED' and other.dossier_id is distinct from ${dossierId})`;
}

/** Transactions that create or approve a dossier of the same patient wait for each other, and for who makes them anonymous. */
export function lockOfPatient(which: RawBuilder<unknown>): RowLock {
  return { table: 'patient', key: 'patient_id', which: sql`patient_id = ${which}`, strength: 'no key update' };
}

/**
 * Refuses a second approved dossier of the same type for a patient, whom the transaction holds.
 * @throws DomainError DOSSIER_ALREADY_APPROVED
 */
export async function requireNoOtherApprovedDossier(
  trx: Locked<Database>,
  patientId: number,
  type: string,
): Promise<void> {
  const id = sql`${patientId}::bigint`;
  const asked = sql<{ found: boolean }>`select ${hasOtherApproved(id, sql`${type}`, sql`null`)} as found`;
  if ((await asked.execute(trx)).rows[0]?.found === true)
    throw new DomainError('DOSSIER_ALREADY_APPROVED', { field: 'type' });
}

/** From when new amounts hold, and whether one that is set for a later month stands until that month comes. */
interface AmountChange {
  readonly month: Day;
  readonly at: Date;
  readonly keepsLater: boolean;
}

/**
 * Gives dossiers new monthly amounts from a month on, until the next change. Vouchers of past months and of the month under
 * way do not change. The transaction must hold the lock of renewals.
 * @param changed a query for `dossier_id` and `amount`
 */
export async function changeAmounts(
  trx: Locked<Database>,
  changed: RawBuilder<unknown>,
  { month, at, keepsLater }: AmountChange,
): Promise<void> {
  const underWay = monthOf(romeDay(at));
  const nextChange = sql`(select min(before_month) from former_amount as later
    where later.dossier_id = changed.dossier_id and before_month > ${month}::date)`;
  await sql`insert into former_amount (dossier_id, before_month, monthly_amount)
    select dossier_id, ${month}::date, ${amountOfMonth(monthOf(addDays(month, -1)).first)}
    from dossier where dossier_id in (select dossier_id from (${changed}) as changed)
    on conflict (dossier_id, before_month) do nothing`.execute(trx);
  if (!keepsLater)
    await sql`delete from former_amount using (${changed}) as changed
      where former_amount.dossier_id = changed.dossier_id and before_month > ${month}::date`.execute(trx);
  await sql`update dossier set monthly_amount = changed.amount from (${changed}) as changed
    where dossier.dossier_id = changed.dossier_id and ${nextChange} is null`.execute(trx);
  await sql`update former_amount set monthly_amount = changed.amount
    from (select dossier_id, amount, ${nextChange} as month from (${changed}) as changed) as changed
    where former_amount.dossier_id = changed.dossier_id and before_month = changed.month`.execute(trx);
  const later = month > underWay.last ? month : addDays(underWay.last, 1);
  await amendVouchers(sql`dossier.dossier_id in (select dossier_id from (${changed}) as changed)`, later).execute(trx);
}

/** The dossiers of patients whose fiscal code begins with this text. */
function isOfFiscalCode(code: string): RawBuilder<SqlBool> {
  return sql`dossier.patient_id in (select patient_id from patient where ${codeStartsWith('fiscal_code')(code)})`;
}

export const dossiers = mapResource(
  adminDossiers,
  { fiscalCode: isOfFiscalCode },
  {
    shown: {
      patientName: sql`(select last_name || ' ' || first_name from patient where patient.patient_id = dossier.patient_id)`,
      fiscalCode: sql`(select fiscal_code from patient where patient.patient_id = dossier.patient_id)`,
      aslName: sql`(select name from asl where asl.asl_id = dossier.asl_id)`,
      amountMonth: sql`(select max(before_month) from former_amount where former_amount.dossier_id = dossier.dossier_id)`,
    },
    initial: { status: 'APPROVED' },
    scope: isRow('dossier.asl_id'),
    power: hasPowerOverOwner,
    references: { aslCode: { field: 'aslId', table: 'asl', key: 'code' } },
    restsOn: ({ patientId, type }) => [lockOfKind(type), lockOfPatient(sql`${patientId}`)],
    // An import locks patients before their dossiers, so an approval must lock the patient first, too.
    lockedFirst: (id) => lockOfPatient(sql`(select patient_id from dossier where dossier_id = ${id})`),
    async verify(source, principal, { patientId, aslId, type, monthlyAmount }) {
      if (typeof patientId !== 'number') return;
      if (principal.aslId !== null && aslId !== principal.aslId)
        throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
      const { amount_by } = await requireOpenKind(source.db, type);
      if ((amount_by === 'OWN') !== (monthlyAmount !== undefined))
        throw new DomainError('INVALID_REQUEST', { field: 'monthlyAmount' });
      const patient = await selectRow(source, patients, principal, patientId);
      if (patient.anonymity === 'DONE') throw new DomainError('NOT_POSSIBLE');
      await requireNoOtherApprovedDossier(source.db, patientId, String(type));
    },
  },
);
