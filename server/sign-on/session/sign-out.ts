import type { Principal, Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { afterSignOut } from '../saml/single-logout.ts';
import { endSession } from './end-session.ts';

/**
 * Ends the principal's session and all its tokens (§4).
 * @returns the URL to which the browser goes next, to end the session of the identity provider; undefined for none
 */
export async function signOut(
  services: Services,
  settings: SignOnSettings,
  principal: Principal,
): Promise<string | undefined> {
  await services.db.transaction().execute((db) => endSession({ ...services, db }, principal, 'SIGNED_OUT'));
  const session = await services.db
    .selectFrom('session')
    .where('session_id', '=', principal.sessionId)
    .select('provider_session')
    .executeTakeFirst();
  return afterSignOut(services, settings, session?.provider_session ?? null);
}
