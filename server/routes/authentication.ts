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
import { registerRoute } from '#server/http/register/register-route.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { exchangeSession } from '#server/sign-on/session/exchange-session.ts';
import { refreshSession } from '#server/sign-on/session/refresh-session.ts';
import { signOut } from '#server/sign-on/session/sign-out.ts';
import { startSignOn } from '#server/sign-on/saml/start-sign-on.ts';
import { switchActiveBusiness } from '#server/sign-on/session/switch-active-business.ts';
import { registerSignOnReturn } from './sign-on-return.ts';

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
  registerRoute(app, services, refreshTokens, async ({ body }, _principal, { origin }) => ({
    // A reason of its own, because every expired session ends with a refused refresh.
    auth: await metrics.countRefusal(() => refreshSession(services, body.refresh_token, origin), 'REFRESH_REFUSED'),
  }));
  registerRoute(app, services, switchBusiness, async ({ params }, principal) => ({
    auth: await switchActiveBusiness(services, principal, params.businessId),
  }));
  registerRoute(app, services, signOutCall, async (_request, principal) => {
    await signOut(services, principal);
    return {};
  });
  registerSignOnReturn(app, services, signOn);
}
