import type { Insertable } from 'kysely';
import { type Day, lastInstantOf, monthOf, startOfDay } from '#contract/rules/dates.ts';
import type { VoucherTable } from '#server/database/schema.ts';
import { type CeilingFacts, monthlyCeiling } from './monthly-ceiling.ts';
import { voucherCode } from './voucher-code.ts';

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
