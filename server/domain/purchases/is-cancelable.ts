import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { addDays, endOfDay, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** What decides whether a purchase of the active business may be cancelled or made again. */
interface CancelableFacts {
  readonly status: PurchaseStatus;
  readonly createdAt: Date;
  readonly voucherStatus: 'ENABLED' | 'REVOKED' | 'DELETED';
  /** Left on its voucher, in euro. */
  readonly voucherResidual: Money;
}

/**
 * The wire's `cancelable` (decisions §6): an ACTIVE purchase may be cancelled within its month plus the days that the
 * operator grants; a CANCELLED one may be made again while its voucher is ENABLED and has something left.
 */
export function isCancelable(facts: CancelableFacts, at: Date, cancellationDays: number): boolean {
  if (facts.status === 'CANCELLED') return facts.voucherStatus === 'ENABLED' && facts.voucherResidual.gt(0);
  const { last } = monthOf(romeDay(facts.createdAt));
  return at < endOfDay(addDays(last, cancellationDays));
}
