import { createPublicKey, type KeyObject } from 'node:crypto';

const [MIN_BITS, MAX_BITS] = [2048, 8192];
/** With 1 everybody can sign, with 3 sloppy checks can be deceived; every program makes keys with this one. */
const EXPONENT = 65_537n;

/** Whether a key, or the public half of it, is of RSA and can be trusted: 2048 to 8192 bits, exponent 65537. */
export function isStrongRsa(key: KeyObject): boolean {
  if (key.asymmetricKeyType !== 'rsa') return false;
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  const { n = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const isOdd = ((Buffer.from(n, 'base64url').at(-1) ?? 0) & 1) === 1;
  return isOdd && modulusLength >= MIN_BITS && modulusLength <= MAX_BITS && publicExponent === EXPONENT;
}
