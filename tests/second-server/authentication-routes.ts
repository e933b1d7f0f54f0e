import { type Route, answer, failure, someText } from './route.ts';
import type { Fixture } from './fixture.ts';

/** The client of the sign-on, as in `/config.json`. Its password contains a colon and a space. */
export const SIGN_ON_CLIENT = { clientId: 'portale', username: 'portale-web', password: 'parola: segreta' };

/** The number of calls per access token. It is small, so that a sale needs several refreshes. */
const CALLS_PER_TOKEN = 12;

function newTokens(fixture: Fixture) {
  const tokens = { accessToken: fixture.newToken(), refreshToken: fixture.newToken() };
  fixture.accessTokens.set(tokens.accessToken, CALLS_PER_TOKEN);
  fixture.refreshTokens.add(tokens.refreshToken);
  return { auth: { ...tokens, expiresIn: null, scope: 'all' } };
}

/** The calls of §7 that return tokens. `signOnUrl` is where the portal must post its form. */
export function authenticationRoutes(signOnUrl: () => string): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/auth/am-ras/sso-request',
      access: 'client',
      body: { clientId: SIGN_ON_CLIENT.clientId, profile: 'BUSINESS' },
      handle: ({ fixture }) => {
        const relayState = fixture.newId('stato');
        fixture.relayStates.add(relayState);
        return answer({
          amRasRequest: { RelayState: relayState, SAMLRequest: 'cmljaGllc3Rh+/==', ssoUrl: signOnUrl(), level: 2 },
        });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/auth/am-ras/sso-token',
      access: 'client',
      body: { sessionId: someText, RelayState: someText },
      handle: ({ fixture, body }) => {
        const sessionId = String(body.sessionId);
        const isKnown = fixture.signOnSessions.get(sessionId) === body.RelayState;
        fixture.signOnSessions.delete(sessionId);
        return isKnown ? answer(newTokens(fixture)) : failure(403, '4030', 'NOT_AUTHENTICATED');
      },
    },
    {
      method: 'POST',
      path: '/api/v1/auth/token',
      access: 'none',
      isForm: true,
      body: { grant_type: 'refresh_token', refresh_token: someText },
      handle: ({ fixture, body }) =>
        fixture.refreshTokens.has(String(body.refresh_token))
          ? answer(newTokens(fixture))
          : failure(400, '4000', 'INVALID_REQUEST'),
    },
    {
      method: 'POST',
      path: '/api/v1/auth/switch-business/*',
      access: 'token',
      handle: ({ fixture }) => answer(newTokens(fixture)),
    },
  ];
}
