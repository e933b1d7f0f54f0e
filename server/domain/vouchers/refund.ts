import { type Money, money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';

/**
 * Gives an amount in euro back to a voucher, whatever its status and dates: what is left on it is its initial amount
 * less the active purchases (rules §5). The row is locked, and never holds more than the initial amount.
 * @returns what is left on it then, in euro
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
