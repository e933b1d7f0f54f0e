import { timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Database, Services } from '#server/services.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { hashSecret } from '#server/sign-on/tokens.ts';
import { GrantError } from './grant-error.ts';
import { readPublicKey, type TillKey } from './public-key.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The longest time in seconds for which an assertion may be valid, so that few used ones must be kept. */
const ASSERTION_SECONDS = 300;
/** In seconds: by how much the clock of a till may be ahead. */
const CLOCK_TOLERANCE = 30;
/** An identifier of an assertion. The library reads it, but does not check its type. */
const jtiSchema = z.string().check(z.minLength(1), z.maxLength(255));

/** The fields of the form that authenticate a client (RFC 7521, 4.2). Others are ignored. */
export const credentials = {
  client_id: z.optional(z.string()),
  client_assertion_type: z.optional(z.string()),
  client_assertion: z.optional(z.string()),
};
type Form = z.output<z.ZodMiniObject<typeof credentials>>;

/** What a request says of who makes it, before anything of it is proved: `client_secret_basic` or `private_key_jwt`. */
export type Claim = { readonly clientId: string } & ({ readonly secret: string } | { readonly assertion: string });

interface StoredTill {
  readonly tillId: number;
  readonly userId: number;
  readonly secretHash: string | null;
  readonly publicKey: string | null;
}

/** A till that has proved who it is, and the signed assertion that it has used up by it. */
export interface ProvenTill extends StoredTill {
  readonly used?: { readonly jti: string; readonly expiresAt: Date };
}

function refuse(): never {
  throw new GrantError('invalid_client');
}

/** No till has another client id: a stranger's text does not reach the database, which refuses some characters. */
const CLIENT_ID = /^till-\d{1,16}$/;

/** The till of a client id, if it is not revoked. */
function selectTill(db: Database, clientId: string) {
  return db
    .selectFrom('till')
    .where('user_id', '=', (eb) =>
      eb.selectFrom('app_user').select('app_user.user_id').where('username', '=', clientId),
    )
    .where('disabled_at', 'is', null)
    .select(['till_id as tillId', 'user_id as userId', 'secret_hash as secretHash', 'public_key as publicKey']);
}

/** Client id and secret of an `Authorization` header; each is encoded like a form (RFC 6749, 2.3.1). */
function readBasic(authorization: string): { readonly clientId: string; readonly secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1] ?? refuse();
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? refuse();
  try {
    const [clientId, plain] = [id, secret].map((text) => decodeURIComponent(text.replaceAll('+', ' ')));
    return { clientId: clientId ?? '', secret: plain ?? '' };
  } catch {
    return refuse();
  }
}

/** The subject that an assertion names. */
function subjectOf(assertion: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { sub } = (payload ?? {}) as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : refuse();
  } catch {
    return refuse();
  }
}

/**
 * Reads by which of `client_secret_basic` and `private_key_jwt` a client wants to prove who it is.
 * @throws GrantError invalid_client, or invalid_request for both at once
 */
export function readClaim(form: Form, authorization: string | undefined): Claim {
  const { client_id: id, client_assertion: assertion, client_assertion_type: type } = form;
  if (assertion !== undefined && (authorization !== undefined || type !== ASSERTION_TYPE))
    throw new GrantError('invalid_request');
  const claim =
    assertion === undefined ? readBasic(authorization ?? refuse()) : { clientId: subjectOf(assertion), assertion };
  if (!CLIENT_ID.test(claim.clientId) || (id !== undefined && id !== claim.clientId)) refuse();
  return claim;
}

function proveBySecret(till: StoredTill, secret: string): void {
  const [stored, given] = [till.secretHash ?? '', hashSecret(secret)];
  if (stored.length !== given.length || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) refuse();
}

interface Expected {
  readonly clientId: string;
  readonly audiences: readonly string[];
}

async function verify(services: Services, assertion: string, { key, algorithms }: TillKey, expected: Expected) {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [...algorithms],
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

/** Verifies a signed assertion, which will be used up by it (RFC 7523, 3). A key from before it was looked at is none. */
async function proveByKey(services: Services, till: StoredTill, assertion: string, expected: Expected) {
  const key = readPublicKey(till.publicKey ?? '') ?? refuse();
  const { exp = 0, jti } = await verify(services, assertion, key, expected);
  const seconds = services.now().getTime() / 1000;
  if (exp > seconds + ASSERTION_SECONDS + CLOCK_TOLERANCE) refuse();
  const { data: named = refuse() } = z.safeParse(jtiSchema, jti);
  // Whoever repeats one that was seen proves nothing, and uses up nothing of the till's tokens.
  const used = services.db.selectFrom('used_assertion').select('till_id').where('till_id', '=', till.tillId);
  if (await used.where('jti_hash', '=', hashSecret(named)).executeTakeFirst()) refuse();
  return { jti: named, expiresAt: new Date((exp + CLOCK_TOLERANCE) * 1000) };
}

/**
 * The till that a request claims to be from, if it can prove it. Locks nothing, so that nobody waits for a stranger.
 * @param audiences any of these an assertion must be meant for
 * @throws GrantError invalid_client
 */
export async function proveTill(services: Services, claim: Claim, audiences: readonly string[]): Promise<ProvenTill> {
  const { clientId } = claim;
  const till = (await selectTill(services.db, clientId).executeTakeFirst()) ?? refuse();
  if ('assertion' in claim)
    return { ...till, used: await proveByKey(services, till, claim.assertion, { clientId, audiences }) };
  proveBySecret(till, claim.secret);
  return till;
}

/**
 * Locks a till that has proved who it is until the transaction ends, so that whoever revokes it waits, and uses up its
 * assertion.
 * @throws GrantError invalid_client when it has been revoked, given another secret or key, or the assertion was used
 */
export async function lockTill(trx: Database, proven: ProvenTill): Promise<void> {
  const { tillId, userId, secretHash, publicKey } = proven;
  const columns = ['secret_hash', 'public_key', 'disabled_at'] as const;
  const till = await lockRow(trx, 'till', columns, { till_id: tillId }, 'no key update');
  if (!till || till.disabled_at || till.secret_hash !== secretHash || till.public_key !== publicKey) refuse();
  // Its user after it, as by whoever revokes it, and before its sessions.
  const user = await lockRow(trx, 'app_user', ['disabled_at'], { user_id: userId }, 'key share');
  if (!user || user.disabled_at) refuse();
  if (proven.used === undefined) return;
  const used = await trx
    .insertInto('used_assertion')
    .values({ till_id: tillId, jti_hash: hashSecret(proven.used.jti), expires_at: proven.used.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti_hash')
    .executeTakeFirst();
  if (used === undefined) refuse();
}
