import type { Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import type { StoredPurchase } from './find-purchase.ts';
import { mayBeCancelled } from './is-cancelable.ts';

/**
 * Requires that a locked purchase may be cancelled at an instant. AMC orders lock their purchases too, so no purchase is
 * both cancelled and ordered. For that reason this statement reads the orders after the lock.
 * @throws DomainError PURCHASE_NOT_CANCELABLE
 */
export async function requireCancelable(
  trx: Database,
  purchase: StoredPurchase,
  at: Date,
  cancellationDays: number,
): Promise<void> {
  const order = await trx
    .selectFrom('amc_order_purchase')
    .select('amc_order_id')
    .where('purchase_id', '=', purchase.purchase_id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  const facts = { status: purchase.status, createdAt: purchase.created_at, isOrdered: order !== undefined };
  if (!mayBeCancelled(facts, at, cancellationDays)) throw new DomainError('PURCHASE_NOT_CANCELABLE');
}
