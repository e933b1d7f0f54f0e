import type { Services } from '#server/domain/context.ts';

/** A private key and its certificate, both in PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

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
  // Loaded only here, because most servers have their keys already.
  const { generate } = await import('selfsigned');
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
