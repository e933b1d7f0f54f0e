import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import type { StoredVoucherStatus } from '#contract/entities/voucher.ts';
import { addDays, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** The facts that decide whether a purchase may be cancelled. */
interface CancellationFacts {
  readonly status: PurchaseStatus;
  readonly createdAt: Date;
  /** Whether it is in an AMC order that was not rejected. */
  readonly isOrdered: boolean;
}

/** The facts that decide whether a purchase may be cancelled or recreated. */
interface CancelableFacts extends CancellationFacts {
  readonly voucher: {
    readonly status: StoredVoucherStatus;
    /** The last instant of the voucher's validity. */
    readonly disabledAt: Date;
    /** The residual of the voucher in euro. */
    readonly residual: Money;
  };
}

/**
 * Whether a purchase may be cancelled: it is ACTIVE, it is in no AMC order except a rejected one, and its month has not
 * ended more than `cancellationDays` days ago (rules §6).
 */
export function mayBeCancelled(facts: CancellationFacts, at: Date, cancellationDays: number): boolean {
  const { last } = monthOf(romeDay(facts.createdAt));
  return facts.status === 'ACTIVE' && !facts.isOrdered && romeDay(at) <= addDays(last, cancellationDays);
}

/**
 * The field `cancelable` (rules §6). For an ACTIVE purchase: whether it may be cancelled. For a CANCELLED one: whether
 * it may be recreated, because its voucher is ENABLED, not expired and not spent completely.
 */
export function isCancelable(facts: CancelableFacts, at: Date, cancellationDays: number): boolean {
  if (facts.status === 'ACTIVE') return mayBeCancelled(facts, at, cancellationDays);
  const { status, disabledAt, residual } = facts.voucher;
  return status === 'ENABLED' && at <= disabledAt && residual.gt(0);
}
