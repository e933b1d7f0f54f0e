import type { Insertable } from 'kysely';
import { type Day, endOfDay, monthOf, startOfDay } from '#contract/rules/dates.ts';
import type { VoucherTable } from '#server/database/schema.ts';
import { type CeilingFacts, monthlyCeiling } from './monthly-ceiling.ts';
import { voucherCode } from './voucher-code.ts';

const ONE_SECOND_MS = 1000;

/**
 * The voucher that a dossier gets for a month: whole, valid through 23:59:59 of Rome on the month's last day
 * (decisions §4); null when none is due.
 * @param month the month's first day
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
    disabled_at: new Date(endOfDay(monthOf(month).last).getTime() - ONE_SECOND_MS),
    initial_amount: amount,
    residual: amount,
  };
}
