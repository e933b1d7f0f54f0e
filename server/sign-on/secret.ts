import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random secret of 256 bits, safe in URLs and forms. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * What the database keeps of a secret. One round of SHA-256 is enough: a secret of 256 random bits cannot be guessed,
 * so there is nothing for a slow hash to slow down.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
