import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';

/**
 * Updates the vouchers of later months that the worker has already created; no one has spent from them. Vouchers from
 * paper keep the amount of the paper.
 * @param amounts a query for `dossier_id` and `amount`, the new monthly amount in euro
 * @param from the first day of the first month
 */
export function amendVouchers(amounts: RawBuilder<unknown>, from: Day): RawBuilder<unknown> {
  return sql`update voucher set initial_amount = amounts.amount,
      residual = voucher.residual + amounts.amount - voucher.initial_amount
    from (${amounts}) as amounts
    where voucher.dossier_id = amounts.dossier_id and voucher.month >= ${from}::date
      and not exists (select from paper_sheet where paper_sheet.voucher_id = voucher.voucher_id)`;
}
