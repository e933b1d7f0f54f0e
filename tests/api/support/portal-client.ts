import { exchangeSignOn, requestSignOn } from '#contract/calls/authentication.ts';
import type { TestServer } from './harness.ts';

/** The header of the portal's two sign-on calls. */
export function portalSignature({ settings }: TestServer): { readonly authorization: string } {
  const { username, password } = settings.signOn.client;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Starts a sign-on as the portal does. */
export async function startSignOn(server: TestServer) {
  const body = { clientId: server.settings.signOn.client.id, profile: 'BUSINESS' } as const;
  const { amRasRequest } = await server.callOk(requestSignOn, { body }, portalSignature(server));
  return amRasRequest;
}

/** Exchanges the session of a sign-on as the portal does. Returns the response. */
export function exchange(server: TestServer, sessionId: string, RelayState: string) {
  return server.call(exchangeSignOn, { body: { sessionId, RelayState } }, portalSignature(server));
}

/** Posts a form as a browser does, but does not follow a redirect. */
export function postForm(url: string | URL, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** Posts a SAML response to the server's endpoint. Returns the session; null if it was refused. */
export async function postResponse(server: TestServer, fields: Record<string, string>): Promise<string | null> {
  const response = await postForm(new URL('/sign-on/acs', server.url), fields);
  const location = new URL(response.headers.get('location') ?? '');
  const { portalUrl } = server.settings.signOn;
  if (response.status !== 303 || `${location.origin}${location.pathname}` !== `${portalUrl}/redirect-url`) {
    throw new Error(`${response.status} to ${location.href}`);
  }
  return location.searchParams.get('sessionId');
}
