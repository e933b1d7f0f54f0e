import type { Money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';
import type { LockedVoucher } from './lock-voucher.ts';

/**
 * Refunds an amount in euro to a locked voucher, whatever its status and dates: its residual is its initial amount less
 * the active purchases (rules §5). The residual never exceeds the initial amount.
 * @returns the new residual in euro
 */
export async function refund(trx: Database, voucher: LockedVoucher, amount: Money): Promise<Money> {
  const { voucherId, initialAmount } = voucher;
  const sum = voucher.residual.plus(amount);
  const residual = sum.gt(initialAmount) ? initialAmount : sum;
  await trx.updateTable('voucher').set({ residual: residual.toFixed() }).where('voucher_id', '=', voucherId).execute();
  return residual;
}
