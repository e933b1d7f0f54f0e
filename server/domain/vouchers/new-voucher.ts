import type { Insertable } from 'kysely';
import { type Day, lastInstantOf, monthOf, startOfDay } from '#contract/rules/dates.ts';
import type { VoucherTable } from '#server/database/schema.ts';
import { type CeilingFacts, monthlyCeiling } from './monthly-ceiling.ts';

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
): Insertable<VoucherTable> | null {
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
