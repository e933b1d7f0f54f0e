import { createPublicKey, timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Database, Services } from '#server/services.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { hashSecret } from '#server/sign-on/tokens.ts';
import { GrantError } from './grant-error.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Those by which a till may sign. */
export const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'RS256'];
/** The longest time in seconds for which an assertion may be valid, so that few used ones must be kept. */
const ASSERTION_SECONDS = 300;
/** In seconds: by how much the clock of a till may be ahead. */
const CLOCK_TOLERANCE = 30;
/** An identifier of an assertion. The library reads it, but does not check its type. */
const jtiSchema = z.string().check(z.minLength(1), z.maxLength(255));

/** The fields of the form that authenticate a client (RFC 6749, 2.3.1; RFC 7521, 4.2). Others are ignored. */
export const credentials = {
  client_id: z.optional(z.string()),
  client_secret: z.optional(z.string()),
  client_assertion_type: z.optional(z.string()),
  client_assertion: z.optional(z.string()),
};
type Form = z.output<z.ZodMiniObject<typeof credentials>>;

/** A till that has proved who it is. */
export interface ProvenTill {
  readonly tillId: number;
  readonly userId: number;
}

interface StoredTill extends ProvenTill {
  readonly secretHash: string | null;
  readonly publicKey: string | null;
}

function refuse(): never {
  throw new GrantError('invalid_client');
}

/** No till has another client id: a stranger's text does not reach the database, which refuses some characters. */
const CLIENT_ID = /^till-\d{1,10}$/;

/** The till that is not revoked, with its row locked until the transaction ends: whoever revokes it waits. */
async function lockTill(trx: Database, clientId: string): Promise<StoredTill> {
  if (!CLIENT_ID.test(clientId)) refuse();
  const found = await trx
    .selectFrom('till')
    .innerJoin('app_user', 'app_user.user_id', 'till.user_id')
    .where('username', '=', clientId)
    .select('till_id')
    .executeTakeFirst();
  if (!found) refuse();
  const columns = ['till_id', 'user_id', 'secret_hash', 'public_key', 'disabled_at'] as const;
  const till = await lockRow(trx, 'till', columns, { till_id: found.till_id }, 'no key update');
  if (!till || till.disabled_at) refuse();
  // Its user after it, as by whoever revokes it, and before its sessions.
  const user = await lockRow(trx, 'app_user', ['disabled_at'], { user_id: till.user_id }, 'key share');
  if (!user || user.disabled_at) refuse();
  return {
    tillId: till.till_id,
    userId: till.user_id,
    secretHash: till.secret_hash,
    publicKey: till.public_key,
  };
}

/** Client id and secret of an `Authorization` header; each is encoded like a form (RFC 6749, 2.3.1). */
function readBasic(authorization: string): readonly [clientId: string, secret: string] {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1] ?? refuse();
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? refuse();
  try {
    return [decodeURIComponent(id.replaceAll('+', ' ')), decodeURIComponent(secret.replaceAll('+', ' '))];
  } catch {
    return refuse();
  }
}

async function proveBySecret(trx: Database, clientId: string, secret: string): Promise<ProvenTill> {
  const till = await lockTill(trx, clientId);
  const [stored, given] = [till.secretHash ?? '', hashSecret(secret)];
  if (stored.length !== given.length || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) refuse();
  return till;
}

/** The subject that an assertion names, before anything of it is proved. */
function subjectOf(assertion: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { sub } = (payload ?? {}) as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : refuse();
  } catch {
    return refuse();
  }
}

async function verify(services: Services, assertion: string, jwk: string, expected: Expected): Promise<JWTPayload> {
  try {
    const key = createPublicKey({ key: JSON.parse(jwk) as Readonly<Record<string, string>>, format: 'jwk' });
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ALGORITHMS,
      issuer: expected.clientId,
      subject: expected.clientId,
      audience: [...expected.audiences],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: services.now(),
    });
    return payload;
  } catch (error) {
    // A key of another kind than the algorithm says is a TypeError.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return refuse();
    throw error;
  }
}

interface Expected {
  readonly clientId: string;
  readonly audiences: readonly string[];
}

/** Verifies a signed assertion, which is used up by it (RFC 7523, 3). */
async function proveByKey(services: Services, assertion: string, audiences: readonly string[]): Promise<ProvenTill> {
  const clientId = subjectOf(assertion);
  const till = await lockTill(services.db, clientId);
  const { exp = 0, jti } = await verify(services, assertion, till.publicKey ?? refuse(), { clientId, audiences });
  const seconds = services.now().getTime() / 1000;
  if (exp > seconds + ASSERTION_SECONDS + CLOCK_TOLERANCE) refuse();
  const { data: named = refuse() } = z.safeParse(jtiSchema, jti);
  const used = await services.db
    .insertInto('used_assertion')
    .values({
      till_id: till.tillId,
      jti_hash: hashSecret(named),
      expires_at: new Date((exp + CLOCK_TOLERANCE) * 1000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti_hash')
    .executeTakeFirst();
  if (used === undefined) refuse();
  return till;
}

/**
 * The till that authenticates by one of `client_secret_basic`, `client_secret_post` and `private_key_jwt`. Runs in the
 * caller's transaction.
 * @param audiences any of these an assertion must be meant for
 * @throws GrantError invalid_client, or invalid_request for several ways at once
 */
export async function authenticateTill(
  services: Services,
  form: Form,
  authorization: string | undefined,
  audiences: readonly string[],
): Promise<ProvenTill> {
  const { client_id: id, client_secret: secret, client_assertion: assertion, client_assertion_type: type } = form;
  const ways = [authorization, secret, assertion].filter((way) => way !== undefined);
  if (ways.length > 1) throw new GrantError('invalid_request');
  if (assertion !== undefined) {
    if (type !== ASSERTION_TYPE) throw new GrantError('invalid_request');
    if (id !== undefined && id !== subjectOf(assertion)) refuse();
    return proveByKey(services, assertion, audiences);
  }
  if (authorization !== undefined) {
    const [clientId, given] = readBasic(authorization);
    if (id !== undefined && id !== clientId) refuse();
    return proveBySecret(services.db, clientId, given);
  }
  return proveBySecret(services.db, id ?? refuse(), secret ?? refuse());
}
