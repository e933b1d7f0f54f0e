import type { Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';

/**
 * A store of the business.
 * @throws DomainError STORE_NOT_FOUND when it is another's or not there
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
