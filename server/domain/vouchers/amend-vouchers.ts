import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import { amountOfMonth } from './amount-of-month.ts';

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
