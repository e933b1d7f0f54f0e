import { type Money, money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';

/**
 * Refunds an amount in euro to a voucher, whatever its status and dates: its residual is its initial amount less the
 * active purchases (rules §5). The row is locked, and the residual never exceeds the initial amount.
 * @returns the new residual in euro
 */
export async function refund(trx: Database, voucherId: number, amount: Money): Promise<Money> {
  const voucher = await trx
    .selectFrom('voucher')
    .select(['initial_amount', 'residual'])
    .where('voucher_id', '=', voucherId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const initial = money(voucher.initial_amount);
  const sum = money(voucher.residual).plus(amount);
  const residual = sum.gt(initial) ? initial : sum;
  await trx.updateTable('voucher').set({ residual: residual.toFixed() }).where('voucher_id', '=', voucherId).execute();
  return residual;
}
