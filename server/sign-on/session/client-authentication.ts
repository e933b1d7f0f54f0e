import { createHash, timingSafeEqual } from 'node:crypto';
import type { SignOnSettings } from '#server/settings/types.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Whether an `Authorization` header contains the portal's credentials (§7). Digests of equal length are compared in
 * constant time, so that the response time discloses nothing.
 */
export function isPortal(authorization: string | undefined, { username, password }: SignOnSettings['client']): boolean {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return timingSafeEqual(digest(given), digest(`${username}:${password}`));
}
