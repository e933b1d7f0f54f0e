import { type Money, money } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/prepared.ts';
import type { Database } from '../context.ts';

/** A voucher whose row is locked. Amounts in euro. */
export interface LockedVoucher {
  readonly voucherId: number;
  readonly initialAmount: Money;
  readonly residual: Money;
}

/**
 * Locks a voucher until the transaction ends, which every change of its residual needs (rules §5). It is the last lock of
 * a purchase and of a cancellation. What these rest on is read after it, by other statements, because this one sees other
 * tables as they were when it began to wait.
 */
export async function lockVoucher(trx: Database, voucherId: number): Promise<LockedVoucher> {
  const voucher = await trx
    .selectFrom('voucher')
    .select(['initial_amount', 'residual'])
    .where('voucher_id', '=', voucherId)
    .forNoKeyUpdate()
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return { voucherId, initialAmount: money(voucher.initial_amount), residual: money(voucher.residual) };
}
