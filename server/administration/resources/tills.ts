import { sql } from 'kysely';
import { adminTills } from '#contract/admin/tills.ts';
import { DomainError } from '#server/domain-error.ts';
import { readPublicKey } from '#server/tills/public-key.ts';
import { mapResource, type Values } from '../admin-resource.ts';

function verifyKey({ publicKey }: Values): Promise<void> {
  if (typeof publicKey === 'string' && readPublicKey(publicKey) === undefined)
    return Promise.reject(new DomainError('INVALID_REQUEST', { field: 'publicKey' }));
  return Promise.resolve();
}

export const tills = mapResource(
  adminTills,
  {
    businessId: (id) => sql`store_id in (select store_id from store where business_id = ${id})`,
  },
  {
    columns: { lastUsed: 'used_at' },
    shown: {
      storeName: sql`(select store.name from store where store.store_id = till.store_id)`,
      businessName: sql`(select company_name from store join business using (business_id)
        where store.store_id = till.store_id)`,
      clientId: sql`(select username from app_user where app_user.user_id = till.user_id)`,
      hasSecret: sql`secret_hash is not null`,
    },
    verify: (_db, _principal, values) => verifyKey(values),
  },
);
