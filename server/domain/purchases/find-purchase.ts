import type { Selectable } from 'kysely';
import type { PurchaseTable } from '#server/database/schema.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

export type StoredPurchase = Selectable<PurchaseTable>;

function selectOwn(db: Database, principal: BusinessPrincipal, purchaseId: number) {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('purchase_id', '=', toRowId(purchaseId))
    .where('business_id', '=', principal.businessId);
}

/**
 * A purchase of the active business.
 * @throws DomainError PURCHASE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function findPurchase(
  db: Database,
  principal: BusinessPrincipal,
  purchaseId: number,
): Promise<StoredPurchase> {
  const purchase = await selectOwn(db, principal, purchaseId).executeTakeFirst();
  if (!purchase) throw new DomainError('PURCHASE_NOT_FOUND');
  return purchase;
}

/**
 * A purchase of the active business, with its row locked until the transaction ends.
 * @throws DomainError PURCHASE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function lockPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  purchaseId: number,
): Promise<StoredPurchase> {
  const purchase = await selectOwn(trx, principal, purchaseId).forNoKeyUpdate().executeTakeFirst();
  if (!purchase) throw new DomainError('PURCHASE_NOT_FOUND');
  return purchase;
}
