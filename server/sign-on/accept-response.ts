import { z } from 'zod';
import type { SignOnSettings } from '#server/settings/settings.ts';
import type { Services } from '#server/services.ts';
import { SignOnRefusedError } from './message-checks.ts';
import { trustedIdentityProvider, workOnMessage } from './service-provider.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** The time in ms in which the portal must exchange the one-time session. */
const EXCHANGE_MS = 60_000;

/** The form that the identity provider posts (SAML 2.0 bindings, 3.5). */
export const samlResponse = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().min(1) });
type SamlResponse = z.output<typeof samlResponse>;

function noOpenRequest(): SignOnRefusedError {
  return new SignOnRefusedError('no open request with this relay state', { refusal: 'NO_OPEN_REQUEST' });
}

/**
 * Accepts a sign-on response of the identity provider once.
 * @returns the one-time session, which the portal exchanges for tokens within a minute
 * @throws SignOnRefusedError when the response is a refusal, invalid, late, already used, names nobody, or has another
 * relay state than the request
 */
export async function acceptResponse(
  services: Services,
  settings: SignOnSettings,
  response: SamlResponse,
): Promise<string> {
  const { logoutUrl } = await trustedIdentityProvider(services, settings);
  const { SAMLResponse, RelayState } = response;
  // Asked before the response is read, because reading takes long.
  const request = await services.db
    .selectFrom('sign_on')
    .where('relay_state', '=', RelayState)
    .where('session_id_hash', 'is', null)
    .where('expires_at', '>', services.now())
    .select(['saml_request_id as id', 'created_at as createdAt'])
    .executeTakeFirst();
  if (request === undefined) throw noOpenRequest();
  const accepted = await workOnMessage(services, settings, 'response', { SAMLResponse, request });
  const { requestId, username, session } = accepted;
  const sessionId = newSecret();
  const now = services.now();
  const used = await services.db
    .updateTable('sign_on')
    .set({
      session_id_hash: hashSecret(sessionId),
      username,
      // Kept only where it is of use.
      provider_session: logoutUrl === undefined ? null : JSON.stringify(session),
      expires_at: new Date(now.getTime() + EXCHANGE_MS),
    })
    .where('saml_request_id', '=', requestId)
    .where('relay_state', '=', RelayState)
    .where('session_id_hash', 'is', null)
    .where('expires_at', '>', now)
    .returning('saml_request_id')
    .executeTakeFirst();
  if (used === undefined) throw noOpenRequest();
  return sessionId;
}
