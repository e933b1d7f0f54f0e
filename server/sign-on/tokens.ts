import { createHash, createHmac, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Tokens } from '#contract/calls/authentication.ts';
import type { Services } from '#server/services.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'food-voucher-portal';

/** The lifetime in seconds of a session since its sign-on, which a refresh does not extend, and of a refresh token. */
export const SESSION_SECONDS = 43_200;

const claims = z.object({ sid: z.uuid(), bid: z.int().nullable(), tid: z.optional(z.int()), exp: z.number() });

/** The claims of an access token (rules §3): a session, and the active business of a shop user. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly businessId: number | null;
  /** Of a till: its limits are not by session, since it may start any number of them. */
  readonly tillId?: number | undefined;
}

type TokenServices = Pick<Services, 'now' | 'tokens'>;

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

/** Signs an access token that is valid for `accessTokenSeconds`. */
export function signAccessToken(
  services: TokenServices,
  { sessionId, businessId, tillId }: AccessClaims,
): Promise<string> {
  const issuedAt = Math.floor(services.now().getTime() / 1000);
  return new SignJWT({ sid: sessionId, bid: businessId, tid: tillId })
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
    const { sid: sessionId, bid: businessId, tid: tillId, exp: expiresAt } = read.data;
    return { claims: { sessionId, businessId, tillId }, expiresAt };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The claims of an access token; null when it is invalid or expired. */
export async function readAccessToken(services: TokenServices, token: string): Promise<AccessClaims | null> {
  const known = rememberedOf(services).get(token);
  if (known !== undefined && known.expiresAt * 1000 > services.now().getTime()) return known.claims;
  for (const secret of [services.tokens.secret, ...services.tokens.formerSecrets]) {
    const found = await readSigned(services, token, secret);
    if (found === null) continue;
    remember(services, token, found);
    return found.claims;
  }
  return null;
}

const SECRET_BYTES = 32;

/** A random secret of 256 bits, safe in URLs and forms. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The hash of a secret for the database. One round of SHA-256 is enough, because nobody can guess 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * The successors of a refresh token: the first is used for a new refresh, the others (derived with former secrets) are
 * only accepted. A successor is derived instead of random, so that two concurrent refreshes of a token
 * return the same pair. So a family stays a single chain, and every old token is recognised (rules §3).
 */
export function successorsOf({ tokens }: Services, refreshToken: string): readonly [string, ...string[]] {
  const derive = (secret: string) =>
    createHmac('sha256', secret).update(`refresh-token:${refreshToken}`).digest('base64url');
  return [derive(tokens.secret), ...tokens.formerSecrets.map(derive)];
}

/** Stores the hash of a new refresh token of a session; it is valid for as long as a session lasts. */
export async function keepRefreshToken(services: Services, token: string, bearer: AccessClaims): Promise<void> {
  const issuedAt = services.now();
  await services.db
    .insertInto('refresh_token')
    .values({
      token_hash: hashSecret(token),
      session_id: bearer.sessionId,
      business_id: bearer.businessId,
      issued_at: issuedAt,
      expires_at: new Date(issuedAt.getTime() + SESSION_SECONDS * 1000),
      replaced_at: null,
    })
    .execute();
}

/**
 * How long before its end a session is said to end, in seconds: an execution that has begun by then has the time to end,
 * and to be verified.
 */
const EXECUTION_SECONDS = 180;

/** The seconds after which a session is said to end, however it is used. */
async function sessionSecondsLeft({ db, now }: Services, sessionId: string): Promise<number> {
  const { created_at: since } = await db
    .selectFrom('session')
    .where('session_id', '=', sessionId)
    .select('created_at')
    .executeTakeFirstOrThrow();
  const age = Math.ceil((now().getTime() - since.getTime()) / 1000);
  return Math.max(SESSION_SECONDS - EXECUTION_SECONDS - age, 0);
}

/** Adds a new access token to a stored refresh token. */
export async function toPair(services: Services, bearer: AccessClaims, refreshToken: string): Promise<Tokens> {
  const { idleSeconds } = services.tokens;
  const accessToken = await signAccessToken(services, bearer);
  const sessionSeconds = await sessionSecondsLeft(services, bearer.sessionId);
  return { accessToken, refreshToken, sessionSeconds, ...(idleSeconds > 0 && { idleSeconds }) };
}

/** Creates a token pair that starts a new family of refresh tokens in a session. */
export async function issueTokens(services: Services, bearer: AccessClaims): Promise<Tokens> {
  const refreshToken = newSecret();
  await keepRefreshToken(services, refreshToken, bearer);
  return toPair(services, bearer, refreshToken);
}
