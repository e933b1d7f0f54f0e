import { type Day, lastInstantOf, monthOf } from '#contract/rules/dates.ts';
import { money, sum } from '#contract/rules/money.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { type Locked, lockRow } from '#server/database/row-locks.ts';
import { amountOfMonth, monthlyCeiling, newVoucher } from '#server/patients/vouchers.ts';
import { groupBy } from '#contract/group-by.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import type { Values } from './admin-resource.ts';

/** A paper voucher; `month` is the first day of its month, the amount is in euro. */
interface Sheet {
  readonly number: string;
  readonly month: Day;
  readonly amount: number;
}

/** The time of the swap, and the first day of the present month. */
interface Moment {
  readonly at: Date;
  readonly month: Day;
}

function verifyNumbers(sheets: readonly Sheet[]): void {
  const repeated = sheets.find(({ number }, index) => sheets.slice(0, index).some((one) => one.number === number));
  if (repeated) throw new DomainError('SHEET_REPEATED', { sheet: repeated.number });
}

/** Checks that the sheets have not been swapped before, even by a concurrent transaction. */
async function verifyUnused(trx: Locked<Database>, sheets: readonly Sheet[]): Promise<void> {
  const numbers = sheets.map(({ number }) => number);
  const used = await trx.selectFrom('paper_sheet').select('number').where('number', 'in', numbers).execute();
  const refused = sheets.find(({ number }) => used.some((one) => one.number === number));
  if (refused) throw new DomainError('SHEET_ALREADY_SWAPPED', { sheet: refused.number });
}

function readDossier(trx: Database, dossierId: number, month: Day) {
  return trx
    .selectFrom('dossier')
    .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
    .select(['dossier.type', 'dossier.status', 'switch_month', 'birth_date', 'gender'])
    .select(['patient.status as patient_status', amountOfMonth(month).as('monthly_amount')])
    .where('dossier_id', '=', dossierId)
    .executeTakeFirstOrThrow();
}

/**
 * Adds the sheets to the voucher of their month, whose row stays locked. A voucher of a past month is valid until the
 * end of the present month.
 * @returns the id of the voucher
 */
async function addToVoucher(
  trx: Locked<Database>,
  dossierId: number,
  { month, sheets }: { readonly month: Day; readonly sheets: readonly [Sheet, ...Sheet[]] },
  moment: Moment,
): Promise<number> {
  const { number: sheet } = sheets.at(-1) ?? sheets[0];
  const dossier = await readDossier(trx, dossierId, month);
  if (dossier.status !== 'APPROVED') throw new DomainError('DOSSIER_NOT_APPROVED');
  if (dossier.patient_status !== 'ENABLED') throw new DomainError('NOT_POSSIBLE');
  if (month >= (dossier.switch_month ?? moment.month)) throw new DomainError('SHEET_MONTH_NOT_ON_PAPER', { sheet });
  const kind = (await readKinds(trx)).find(({ code }) => code === dossier.type);
  if (!kind) throw new Error('a dossier without its kind');
  const facts = {
    kind,
    birthDate: dossier.birth_date,
    gender: dossier.gender,
    monthlyAmount: dossier.monthly_amount === null ? null : money(dossier.monthly_amount),
  };
  const whole = newVoucher(dossierId, facts, month);
  const ceiling = monthlyCeiling({ ...facts, month });
  const columns = ['voucher_id', 'status', 'initial_amount', 'residual'] as const;
  const stored = await lockRow(trx, 'voucher', columns, { dossier_id: dossierId, month }, 'no key update');
  const amount = sum(sheets.map((one) => money(one.amount)));
  const initial = money(stored?.initial_amount ?? 0).plus(amount);
  if (whole === null || ceiling === null || initial.gt(ceiling))
    throw new DomainError('SHEET_ABOVE_CEILING', { sheet });
  const lastDay = monthOf(month > moment.month ? month : moment.month).last;
  const changed = { initial_amount: initial.toFixed(), disabled_at: lastInstantOf(lastDay) };
  if (stored === undefined) {
    const made = trx.insertInto('voucher').values({ ...whole, ...changed, residual: changed.initial_amount });
    return (await made.returning('voucher_id').executeTakeFirstOrThrow()).voucher_id;
  }
  if (stored.status !== 'ENABLED') throw new DomainError('VOUCHER_NOT_ENABLED');
  await trx
    .updateTable('voucher')
    .set({ ...changed, residual: money(stored.residual).plus(amount).toFixed() })
    .where('voucher_id', '=', stored.voucher_id)
    .execute();
  return stored.voucher_id;
}

/**
 * Swaps unused paper vouchers of a dossier for electronic vouchers of the same months, all or none. An existing voucher
 * gets the additional amount. The transaction must hold the lock of renewals, the kinds and the row of the dossier.
 * @throws DomainError SHEET_REPEATED, SHEET_ALREADY_SWAPPED, SHEET_ABOVE_CEILING or SHEET_MONTH_NOT_ON_PAPER, which
 * name the sheet; DOSSIER_NOT_APPROVED, VOUCHER_NOT_ENABLED, NOT_POSSIBLE
 */
export async function swapPaper(
  trx: Locked<Database>,
  dossierId: number,
  sheets: readonly Sheet[],
  moment: Moment,
): Promise<Values> {
  verifyNumbers(sheets);
  await verifyUnused(trx, sheets);
  const months = [...groupBy(sheets, ({ month }) => month)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [month, [first, ...others]] of months) {
    if (first === undefined) continue;
    const voucherId = await addToVoucher(trx, dossierId, { month, sheets: [first, ...others] }, moment);
    const rows = [first, ...others].map(({ number, amount }) => ({
      number,
      voucher_id: voucherId,
      amount: money(amount).toFixed(),
      swapped_at: moment.at,
    }));
    await trx.insertInto('paper_sheet').values(rows).execute();
  }
  return { sheets };
}
