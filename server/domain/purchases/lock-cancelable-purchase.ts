import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type StoredPurchase, lockPurchase } from './find-purchase.ts';
import { mayBeCancelled } from './is-cancelable.ts';

/**
 * A purchase of the active business that may be cancelled at an instant, with its row locked until the transaction
 * ends. AMC orders lock their purchases too, so no purchase is both cancelled and ordered. For that reason a second
 * statement reads the orders after the lock.
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE
 */
export async function lockCancelablePurchase(
  trx: Database,
  principal: BusinessPrincipal,
  purchaseId: number,
  at: Date,
  cancellationDays: number,
): Promise<StoredPurchase> {
  const purchase = await lockPurchase(trx, principal, purchaseId);
  const order = await trx
    .selectFrom('amc_order_purchase')
    .select('amc_order_id')
    .where('purchase_id', '=', purchase.purchase_id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  const facts = { status: purchase.status, createdAt: purchase.created_at, isOrdered: order !== undefined };
  if (!mayBeCancelled(facts, at, cancellationDays)) throw new DomainError('PURCHASE_NOT_CANCELABLE');
  return purchase;
}
