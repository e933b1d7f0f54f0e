import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { addDays, monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** What decides whether an active purchase of the active business may be cancelled. */
interface CancellationFacts {
  readonly status: PurchaseStatus;
  readonly createdAt: Date;
  /** Whether it is in an AMC order that was not rejected. */
  readonly isOrdered: boolean;
}

/** What decides whether a purchase of the active business may be cancelled or made again. */
interface CancelableFacts extends CancellationFacts {
  readonly voucher: {
    readonly status: 'ENABLED' | 'REVOKED' | 'DELETED';
    /** Valid up to and including this instant. */
    readonly disabledAt: Date;
    /** Left on it, in euro. */
    readonly residual: Money;
  };
}

/**
 * Whether a purchase may be cancelled: it is ACTIVE, in no AMC order that counts, and it is still its month or one of
 * the days after it that the operator grants (rules §6).
 */
export function mayBeCancelled(facts: CancellationFacts, at: Date, cancellationDays: number): boolean {
  const { last } = monthOf(romeDay(facts.createdAt));
  return facts.status === 'ACTIVE' && !facts.isOrdered && romeDay(at) <= addDays(last, cancellationDays);
}

/**
 * The wire's `cancelable` (rules §6): an ACTIVE purchase may be cancelled as `mayBeCancelled` says; a CANCELLED
 * one may be made again while its voucher is ENABLED, not expired, and has something left.
 */
export function isCancelable(facts: CancelableFacts, at: Date, cancellationDays: number): boolean {
  if (facts.status === 'ACTIVE') return mayBeCancelled(facts, at, cancellationDays);
  const { status, disabledAt, residual } = facts.voucher;
  return status === 'ENABLED' && at <= disabledAt && residual.gt(0);
}
