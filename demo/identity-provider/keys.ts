import { generate } from 'selfsigned';
import type { IdentityProvider, KeyPair, Services } from '#server/services.ts';

const KEY_BITS = 2048;
const VALID_YEARS = 10;

async function find(services: Services, name: string): Promise<KeyPair | undefined> {
  const row = await services.db.selectFrom('key_pair').where('name', '=', name).selectAll().executeTakeFirst();
  return row && { privateKey: row.private_key, certificate: row.certificate };
}

async function make(services: Services, name: string): Promise<void> {
  const notBeforeDate = services.now();
  const notAfterDate = new Date(notBeforeDate);
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + VALID_YEARS);
  const made = await generate([{ name: 'commonName', value: name }], {
    keySize: KEY_BITS,
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate,
  });
  await services.db
    .insertInto('key_pair')
    .values({ name, private_key: made.private, certificate: made.cert })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** The key pair with this name, created at first use. All processes of one database share it. */
export async function keyPairNamed(services: Services, name: string): Promise<KeyPair> {
  const kept = await find(services, name);
  if (kept) return kept;
  await make(services, name);
  // Another process may have stored its key pair first.
  const made = await find(services, name);
  if (!made) throw new Error(`The key pair ${name} could not be kept.`);
  return made;
}

/** The path of the demonstration identity provider's page. */
export const DEMO_SIGN_ON_PATH = '/sign-on/demo';

/** The keys of the demonstration identity provider, created at first use. */
export function demoKeyPair(services: Services): Promise<KeyPair> {
  return keyPairNamed(services, 'demo-identity-provider');
}

/** The entity id of the demonstration identity provider on this server. */
export function demoEntityId(publicUrl: string): string {
  return `${publicUrl}${DEMO_SIGN_ON_PATH}`;
}

/** The demonstration identity provider as the service provider sees it. */
export async function demoIdentityProvider(services: Services, publicUrl: string): Promise<IdentityProvider> {
  const { certificate } = await demoKeyPair(services);
  return {
    entityId: demoEntityId(publicUrl),
    entryPoint: `${publicUrl}${DEMO_SIGN_ON_PATH}`,
    certificate,
    logoutUrl: undefined,
  };
}
