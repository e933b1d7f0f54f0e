import type { FastifyInstance } from 'fastify';
import {
  exchangeSignOn,
  refreshTokens,
  requestSignOn,
  signOut as signOutCall,
  switchBusiness,
} from '#contract/calls/authentication.ts';
import type { Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { FairLimiter } from '#server/fairness/fair-limiter.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { exchangeSession } from '#server/sign-on/session/exchange-session.ts';
import { refreshSession } from '#server/sign-on/session/refresh-session.ts';
import { signOut } from '#server/sign-on/session/sign-out.ts';
import { startSignOn } from '#server/sign-on/saml/start-sign-on.ts';
import { switchActiveBusiness } from '#server/sign-on/session/switch-active-business.ts';
import { registerSignOnReturn } from './sign-on-return.ts';

/**
 * The refreshes at the same time, of an address and of this process. Further ones wait instead of being refused: a
 * portal takes any refusal for the end of its session, so somebody at the same address could end it
 * (docs/decisions/0031-limits-that-stop-the-attacker-alone.md). They are counted by address, because a refresh has no
 * access token that names its user.
 */
const REFRESHES = { ofOne: 2, atOnce: 4 };

/** The calls for sign-on and session (§7, rules §3), and the pages for the identity provider. */
export function registerAuthenticationRoutes(app: FastifyInstance, services: Services, signOn: SignOnSettings): void {
  const { metrics } = services;
  registerRoute(app, services, requestSignOn, ({ body }) =>
    metrics.countRefusal(async () => {
      if (body.clientId !== signOn.client.id) throw new DomainError('INVALID_REQUEST', { field: 'clientId' });
      return { amRasRequest: await startSignOn(services, signOn) };
    }),
  );
  registerRoute(app, services, exchangeSignOn, async ({ body }, _principal, { origin }) => ({
    auth: await metrics.countRefusal(() => exchangeSession(services, body, origin)),
  }));
  const refreshes = new FairLimiter<string>(REFRESHES);
  registerRoute(app, services, refreshTokens, async ({ body }, _principal, { origin, client }) => {
    const refresh = () => {
      client.signal.throwIfAborted();
      // A reason of its own, because every expired session ends with a refused refresh.
      return metrics.countRefusal(() => refreshSession(services, body.refresh_token, origin), 'REFRESH_REFUSED');
    };
    const auth = await refreshes.run(client.key, refresh, () => client.signal);
    return { auth };
  });
  registerRoute(app, services, switchBusiness, async ({ params }, principal) => ({
    auth: await switchActiveBusiness(services, principal, params.businessId),
  }));
  registerRoute(app, services, signOutCall, async (_request, principal) => {
    const nextUrl = await signOut(services, signOn, principal);
    return nextUrl === undefined ? {} : { nextUrl };
  });
  registerSignOnReturn(app, services, signOn);
}
