import { z } from 'zod';
import type { SignOnSettings } from '#server/settings/settings.ts';
import type { Principal, ProviderSession, Services } from '#server/services.ts';
import { trustedIdentityProvider, workOnMessage } from './service-provider.ts';
import { endSession } from './sessions.ts';

/**
 * The URL to which the browser goes after a sign-out: the single logout of the identity provider with a signed request
 * to end the session there, or the configured page; undefined for neither.
 */
async function afterSignOut(
  services: Services,
  settings: SignOnSettings,
  session: ProviderSession | null,
): Promise<string | undefined> {
  const { logoutUrl } = await trustedIdentityProvider(services, settings);
  if (logoutUrl === undefined || session === null) return settings.logoutUrl;
  return workOnMessage(services, settings, 'logoutUrl', session);
}

/** The form by which the identity provider asks for a sign-out, because the person has left elsewhere. */
export const logoutForm = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().default('') });
type LogoutForm = z.output<typeof logoutForm>;

async function endSessionsOf(
  services: Services,
  { nameID, sessionIndex }: Pick<ProviderSession, 'nameID' | 'sessionIndex'>,
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    let sessions = db
      .selectFrom('session')
      .where('ended_at', 'is', null)
      .where((eb) => eb(eb.ref('provider_session', '->>').key('nameID'), '=', nameID))
      .select(['session_id as sessionId', 'user_id as userId']);
    if (sessionIndex !== undefined) {
      sessions = sessions.where((eb) => eb(eb.ref('provider_session', '->>').key('sessionIndex'), '=', sessionIndex));
    }
    for (const session of await sessions.execute()) {
      await endSession({ ...services, db }, { ...session, businessId: null }, 'SIGNED_OUT');
    }
  });
}

/**
 * Ends the sessions here of a session that the identity provider ends.
 * @returns the URL to which the browser takes our answer
 * @throws SignOnRefusedError if the identity provider has not signed the request, or not for us
 */
export async function acceptLogout(services: Services, settings: SignOnSettings, form: LogoutForm): Promise<string> {
  const { url, ...session } = await workOnMessage(services, settings, 'logout', form);
  await endSessionsOf(services, session);
  return url;
}

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
