import { PREPARED } from '#server/database/prepared.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { isOpen } from './store.ts';

/**
 * A store of the business.
 * @throws DomainError STORE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function requireStore(
  db: Database,
  storeId: number,
  businessId: number,
): Promise<{ readonly storeId: number; readonly name: string }> {
  const store = await db
    .selectFrom('store')
    .select(['store_id as storeId', 'name'])
    .where('store_id', '=', storeId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!store) throw new DomainError('STORE_NOT_FOUND');
  return store;
}

/**
 * Requires a store of the business in which sales are possible.
 * @throws DomainError STORE_NOT_FOUND also when the store or its business is disabled
 */
export async function requireOpenStore(db: Database, storeId: number, businessId: number): Promise<void> {
  const store = await db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select('store_id')
    .where('store_id', '=', storeId)
    .where('store.business_id', '=', businessId)
    .where(isOpen())
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!store) throw new DomainError('STORE_NOT_FOUND');
}

/**
 * Requires that the user may still act for the business, until the transaction ends: whoever disables the user or takes
 * the business away waits for it.
 * @throws DomainError NOT_AUTHENTICATED
 */
export async function requireUser(trx: Database, { userId, businessId }: BusinessPrincipal): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .innerJoin('user_business', 'user_business.user_id', 'app_user.user_id')
    .select('app_user.user_id')
    .where('app_user.user_id', '=', userId)
    .where('business_id', '=', businessId)
    .where('disabled_at', 'is', null)
    .forKeyShare()
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!user) throw new DomainError('NOT_AUTHENTICATED');
}

/**
 * Requires a business whose users may search for patients.
 * @throws DomainError NOT_ALLOWED when it is disabled
 */
export async function requireOpenBusiness(db: Database, businessId: number): Promise<void> {
  const business = await db
    .selectFrom('business')
    .select('business_id')
    .where('business_id', '=', businessId)
    .where('disabled_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!business) throw new DomainError('NOT_ALLOWED');
}
