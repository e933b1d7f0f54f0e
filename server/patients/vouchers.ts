import { type Insertable, type RawBuilder, sql, type SqlBool } from 'kysely';
import { CEILING_AGES } from '#contract/admin/kinds.ts';
import type { Gender } from '#contract/entities/patient.ts';
import { ageOn, type Day, lastInstantOf, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { money, type Money } from '#contract/rules/money.ts';
import type { DossierKind } from '#server/database/dossier-kinds.ts';
import type { Schema } from '#server/database/schema.ts';

/** The monthly amount of a row of `dossier` in a month; null where it follows the ceilings of its kind. */
export function amountOfMonth(month: Day | RawBuilder<unknown>): RawBuilder<string | null> {
  const day = typeof month === 'string' ? sql`${month}::date` : month;
  return sql`coalesce((
    select former_amount.monthly_amount from former_amount
    where former_amount.dossier_id = dossier.dossier_id and before_month > ${day}
    order by before_month limit 1
  ), dossier.monthly_amount)`;
}

/**
 * Gives the vouchers of later months, which the worker has already created, the present amounts of their dossiers. One from
 * which somebody has spent stays as it is: its month began while this waited for the sale. Vouchers from paper keep the
 * amount of the paper.
 * @param which a condition on `dossier`
 * @param from the first day of the first month
 */
export function amendVouchers(which: RawBuilder<unknown>, from: Day): RawBuilder<unknown> {
  const amount = amountOfMonth(sql`voucher.month`);
  return sql`update voucher set initial_amount = ${amount}, residual = voucher.residual + ${amount} - voucher.initial_amount
    from dossier
    where ${which} and dossier.monthly_amount is not null and voucher.dossier_id = dossier.dossier_id
      and voucher.month >= ${from}::date and voucher.residual = voucher.initial_amount
      and not exists (select from paper_sheet where paper_sheet.voucher_id = voucher.voucher_id)`;
}

/** The facts that decide the monthly amount of a dossier. */
export interface CeilingFacts {
  readonly kind: DossierKind;
  readonly birthDate: Day;
  readonly gender: Gender;
  /** The dossier's own monthly amount in euro; only set where each dossier of the kind has its own. */
  readonly monthlyAmount: Money | null;
  /** The first day of the month. */
  readonly month: Day;
}

function isTooYoung(birthDate: Day, month: Day, fromMonths: number): boolean {
  const youngest = new Date(`${month}T00:00:00Z`);
  youngest.setUTCMonth(youngest.getUTCMonth() - fromMonths);
  return birthDate > youngest.toISOString().slice(0, 10);
}

/**
 * The initial amount in euro of a dossier's voucher for a month (rules §4): the dossier's own amount where its kind says
 * so, otherwise the kind's ceiling for the patient's age on the 1st; null when the dossier gets no voucher.
 */
export function monthlyCeiling({ kind, birthDate, gender, monthlyAmount, month }: CeilingFacts): Money | null {
  if (kind.amount_by === 'OWN') return monthlyAmount;
  if (isTooYoung(birthDate, month, kind.from_months ?? 0)) return null;
  const age = ageOn(birthDate, month);
  const fromAge = CEILING_AGES.findLast((from) => age >= from) ?? 0;
  const ceiling = kind[`${gender === 'M' ? 'male' : 'female'}${fromAge}`];
  return ceiling === null ? null : money(ceiling);
}

const DOSSIER_DIGITS = 8;

/**
 * The code of a dossier's voucher for the month of a day: `BD`, year and month, dossier id, as in `BD202611-00000042`.
 */
function voucherCode(month: Day, dossierId: number): string {
  return `BD${month.slice(0, 4)}${month.slice(5, 7)}-${String(dossierId).padStart(DOSSIER_DIGITS, '0')}`;
}

/**
 * The voucher of a dossier for a month: unspent, valid until the last instant of the month in Europe/Rome (rules §4);
 * null when the dossier gets none.
 * @param month the first day of the month
 */
export function newVoucher(
  dossierId: number,
  facts: Omit<CeilingFacts, 'month'>,
  month: Day,
): Insertable<Schema['voucher']> | null {
  const ceiling = monthlyCeiling({ ...facts, month });
  if (!ceiling) return null;
  const amount = ceiling.toFixed();
  return {
    dossier_id: dossierId,
    code: voucherCode(month, dossierId),
    month,
    status: 'ENABLED',
    enabled_at: startOfDay(month),
    disabled_at: lastInstantOf(monthOf(month).last),
    initial_amount: amount,
    residual: amount,
  };
}

/**
 * Whether a health authority pays a voucher, in SQL: it has paid what was bought with it; or it pays the dossier, and of a
 * voucher that is over nobody else has paid, before the dossier was the authority's.
 */
export function isPaidBy(aslId: number): RawBuilder<SqlBool> {
  const bought = (payer: RawBuilder<SqlBool>) =>
    sql`exists (select from purchase where purchase.voucher_id = voucher.voucher_id and ${payer})`;
  const others = sql<SqlBool>`purchase.asl_id <> ${aslId}`;
  return sql`(
    (exists (select from dossier where dossier.dossier_id = voucher.dossier_id and dossier.asl_id = ${aslId})
      and (voucher.disabled_at >= now() or not ${bought(others)}))
    or ${bought(sql`purchase.asl_id = ${aslId}`)})`;
}
