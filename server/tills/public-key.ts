import { createPublicKey, type KeyObject } from 'node:crypto';
import { parsePublicJwk, type PublicJwk } from '#contract/admin/tills.ts';
import { isStrongRsa } from '#server/strong-key.ts';

/** By which a till may sign with a key of each type or curve. */
const ALGORITHMS_OF = {
  RSA: ['PS256', 'RS256'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
} as const;

/** All of them. */
export const ALGORITHMS = Object.values(ALGORITHMS_OF).flat();

/** The key of a till, and by which algorithms it may sign. */
export interface TillKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** Whether a number is written in the shortest form of base64url, so that one key has one text. */
function isShortest(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

const P = 2n ** 255n - 19n;
const ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** Whether a point of Ed25519 has an order of 8 at most: whoever knows none of its secrets can sign with it. */
function isOfSmallOrder(x: string): boolean {
  const bytes = Buffer.from(x, 'base64url').reverse();
  const y = BigInt(`0x${bytes.toString('hex')}`) & (2n ** 255n - 1n);
  return [0n, 1n, (ORDER_8 * ORDER_8) % P].includes((y * y) % P);
}

function isSound(jwk: PublicJwk, key: KeyObject): boolean {
  switch (jwk.kty) {
    case 'RSA':
      return isShortest(jwk.n) && Buffer.from(jwk.n, 'base64url')[0] !== 0 && isStrongRsa(key);
    case 'EC':
      // That the point is on its curve is checked by OpenSSL.
      return isShortest(jwk.x) && isShortest(jwk.y);
    case 'OKP':
      return isShortest(jwk.x) && !isOfSmallOrder(jwk.x);
  }
}

/** Reads the public key of a till; undefined if somebody else could sign with it, or nobody. */
export function readPublicKey(text: string): TillKey | undefined {
  const jwk = parsePublicJwk(text);
  if (jwk === undefined) return undefined;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const possible = ALGORITHMS_OF[jwk.kty === 'RSA' ? 'RSA' : jwk.crv];
    return isSound(jwk, key) ? { key, algorithms: jwk.alg === undefined ? possible : [jwk.alg] } : undefined;
  } catch {
    return undefined;
  }
}
