import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random secret of 256 bits, safe in URLs and forms. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The hash of a secret for the database. One round of SHA-256 is enough, because nobody can guess 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
