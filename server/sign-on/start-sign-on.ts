import { randomBytes } from 'node:crypto';
import type { SsoRequest } from '#contract/calls/authentication.ts';
import type { SignOnSettings } from '#server/settings/settings.ts';
import type { Services } from '#server/services.ts';
import { trustedIdentityProvider, workOnMessage } from './service-provider.ts';
import { newSecret } from './tokens.ts';

const REQUEST_ID_BYTES = 20;

/** The longest duration of a sign-on in seconds. */
export const SIGN_ON_SECONDS = 600;

/** A request id; an XML id must not begin with a digit. */
function newRequestId(): string {
  return `_${randomBytes(REQUEST_ID_BYTES).toString('hex')}`;
}

/**
 * Starts a sign-on, which must end within `SIGN_ON_SECONDS` (§7).
 * @returns the form fields that the browser posts to the identity provider
 */
export async function startSignOn(services: Services, settings: SignOnSettings): Promise<SsoRequest> {
  const requestId = newRequestId();
  const relayState = newSecret();
  const now = services.now();
  const request = { id: requestId, createdAt: now };
  const SAMLRequest = await workOnMessage(services, settings, 'request', { request, relayState });
  const { entryPoint } = await trustedIdentityProvider(services, settings);

  await services.db.deleteFrom('sign_on').where('expires_at', '<=', now).execute();
  await services.db
    .insertInto('sign_on')
    .values({
      relay_state: relayState,
      saml_request_id: requestId,
      session_id_hash: null,
      username: null,
      provider_session: null,
      created_at: now,
      expires_at: new Date(now.getTime() + SIGN_ON_SECONDS * 1000),
    })
    .execute();
  return { RelayState: relayState, SAMLRequest, ssoUrl: entryPoint };
}
