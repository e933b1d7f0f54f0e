import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Services } from '#server/domain/context.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'food-voucher-portal';

const claims = z.object({ sid: z.uuid(), bid: z.int().nullable() });

/** What an access token is bound to (rules §3): a session, and the active business of a shop's user. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly businessId: number | null;
}

type TokenServices = Pick<Services, 'now' | 'tokens'>;

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

/** A signed access token, good for `accessTokenSeconds` from now. */
export function signAccessToken(services: TokenServices, { sessionId, businessId }: AccessClaims): Promise<string> {
  const issuedAt = Math.floor(services.now().getTime() / 1000);
  return new SignJWT({ sid: sessionId, bid: businessId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + services.tokens.accessTokenSeconds)
    .sign(toKey(services.tokens.secret));
}

async function readSigned(services: TokenServices, token: string, secret: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, toKey(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['exp'],
      currentDate: services.now(),
    });
    const read = claims.safeParse(payload);
    return read.success ? { sessionId: read.data.sid, businessId: read.data.bid } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** What an access token says; null when it is not ours, altered or expired. */
export async function readAccessToken(services: TokenServices, token: string): Promise<AccessClaims | null> {
  const { secret, formerSecret } = services.tokens;
  const said = await readSigned(services, token, secret);
  return said ?? (formerSecret === undefined ? null : readSigned(services, token, formerSecret));
}
