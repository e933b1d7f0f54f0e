import * as z from 'zod/mini';
import type { Services } from '#server/services.ts';
import { insertSession } from '#server/sign-on/sessions.ts';
import { signAccessToken } from '#server/sign-on/tokens.ts';
import { credentials, lockTill, type ProvenTill } from './client-authentication.ts';
import { GrantError } from './grant-error.ts';

/** A form of RFC 6749, 4.4.2. A repeated field is a list, which is refused; unknown fields are ignored. */
const form = z.object({ ...credentials, grant_type: z.string(), scope: z.optional(z.string()) });

/** The answer of RFC 6749, 5.1. */
interface Grant {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** In seconds. */
  readonly expires_in: number;
  /** An extra: the store in which the till sells, which a till with a key of its own learns nowhere else. */
  readonly store_id: number;
}

/** Starts the session of a token, and forgets those whose tokens have expired. */
async function startSession({ db, now, tokens }: Services, { tillId, userId }: ProvenTill): Promise<string> {
  const at = now();
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('created_at', '<', new Date(at.getTime() - tokens.accessTokenSeconds * 1000))
    .execute();
  const sessionId = await insertSession({ db, now }, userId);
  await db.updateTable('till').set({ used_at: at }).where('till_id', '=', tillId).execute();
  return sessionId;
}

/** What the form of a request asks for. */
export type Asked = z.output<typeof form>;

/** @throws GrantError invalid_request */
export function readForm(sent: unknown): Asked {
  const { success, data } = z.safeParse(form, sent);
  if (!success) throw new GrantError('invalid_request');
  return data;
}

/**
 * Gives a till that has proved who it is an access token (RFC 6749, 4.4). It is like that of a user of the business, and
 * ends when the till is revoked.
 * @throws GrantError
 */
export function grantToken(
  services: Services,
  { grant_type: type, scope = '' }: Asked,
  till: ProvenTill,
): Promise<Grant> {
  if (type !== 'client_credentials') throw new GrantError('unsupported_grant_type');
  if (scope !== '') throw new GrantError('invalid_scope');
  return services.db.transaction().execute(async (db) => {
    await lockTill(db, till);
    const { business_id: businessId, store_id: storeId } = await db
      .selectFrom('till')
      .innerJoin('store', 'store.store_id', 'till.store_id')
      .where('till_id', '=', till.tillId)
      .select(['business_id', 'store.store_id'])
      .executeTakeFirstOrThrow();
    const sessionId = await startSession({ ...services, db }, till);
    return {
      access_token: await signAccessToken(services, { sessionId, businessId, tillId: till.tillId }),
      token_type: 'Bearer',
      expires_in: services.tokens.accessTokenSeconds,
      store_id: storeId,
    };
  });
}
