import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Services } from '#server/domain/context.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'food-voucher-portal';

const claims = z.object({ sid: z.uuid(), bid: z.int().nullable(), exp: z.number() });

/** The claims of an access token (rules §3): a session, and the active business of a shop user. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly businessId: number | null;
}

type TokenServices = Pick<Services, 'now' | 'tokens'>;

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

/** Signs an access token that is valid for `accessTokenSeconds`. */
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

interface Verified {
  readonly claims: AccessClaims;
  /** In seconds since 1970. */
  readonly expiresAt: number;
}

/** The most recently verified tokens, by the settings that verified them. Verifying a token takes longer than a query. */
const verified = new WeakMap<TokenServices['tokens'], Map<string, Verified>>();
const MAX_REMEMBERED_TOKENS = 20_000;

function rememberedOf({ tokens }: TokenServices): Map<string, Verified> {
  const remembered = verified.get(tokens) ?? new Map<string, Verified>();
  verified.set(tokens, remembered);
  return remembered;
}

function remember(services: TokenServices, token: string, found: Verified): void {
  const remembered = rememberedOf(services);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MAX_REMEMBERED_TOKENS) remembered.delete(oldest);
  remembered.set(token, found);
}

async function readSigned(services: TokenServices, token: string, secret: string): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, toKey(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['exp'],
      currentDate: services.now(),
    });
    const read = claims.safeParse(payload);
    if (!read.success) return null;
    const { sid: sessionId, bid: businessId, exp: expiresAt } = read.data;
    return { claims: { sessionId, businessId }, expiresAt };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The claims of an access token; null when it is invalid or expired. */
export async function readAccessToken(services: TokenServices, token: string): Promise<AccessClaims | null> {
  const known = rememberedOf(services).get(token);
  if (known !== undefined && known.expiresAt * 1000 > services.now().getTime()) return known.claims;
  const { secret, formerSecret } = services.tokens;
  const found =
    (await readSigned(services, token, secret)) ??
    (formerSecret === undefined ? null : await readSigned(services, token, formerSecret));
  if (found === null) return null;
  remember(services, token, found);
  return found.claims;
}
