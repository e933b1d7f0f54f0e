import { createPublicKey } from 'node:crypto';
import { sql } from 'kysely';
import { adminTills } from '#contract/admin/tills.ts';
import { toRowId } from '#server/database/queries.ts';
import { DomainError } from '#server/domain-error.ts';
import { mapResource, type Values } from '../admin-resource.ts';

const MIN_RSA_BITS = 2048;
/** Those of ES256, ES384 and ES512, by their names in OpenSSL. With another one no till could ever sign. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/** The key of a JWK of the contract, if Node can verify with it and it is not too weak. */
function isGoodKey(jwk: string): boolean {
  try {
    const key = createPublicKey({ key: JSON.parse(jwk) as Readonly<Record<string, string>>, format: 'jwk' });
    const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {} } = key;
    return type === 'ed25519' || CURVES.includes(namedCurve) || (type === 'rsa' && modulusLength >= MIN_RSA_BITS);
  } catch {
    return false;
  }
}

function verifyKey({ publicKey }: Values): Promise<void> {
  if (typeof publicKey === 'string' && !isGoodKey(publicKey))
    return Promise.reject(new DomainError('INVALID_REQUEST', { field: 'publicKey' }));
  return Promise.resolve();
}

export const tills = mapResource(
  adminTills,
  {
    businessId: (id) => sql`store_id in (select store_id from store where business_id = ${toRowId(id)})`,
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
