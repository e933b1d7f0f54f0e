import { callApi } from '../http/call-api.ts';
import { retry } from '../loading/retry.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { relayState } from '../session/relay-state.ts';
import { postForm } from './post-form.ts';

/**
 * Starts the single sign-on (§7): the browser leaves the portal by posting a hidden form to the identity provider.
 * @throws ApiError when the server does not start one
 */
export async function startSignOn(): Promise<void> {
  const { requestSignOn } = await retry(() => import('#contract/calls/authentication.ts'));
  const { clientId } = runtimeConfig().sso;
  const { amRasRequest } = await callApi(requestSignOn, { body: { clientId, profile: 'BUSINESS' } });
  const { RelayState, SAMLRequest, ssoUrl } = amRasRequest;
  relayState.write(RelayState);
  postForm(ssoUrl, { RelayState, SAMLRequest });
}
