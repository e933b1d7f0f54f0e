import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { demoIdentities } from '#demo/values.ts';
import type { Services } from '#server/services.ts';
import type { SignOnSettings } from '#server/settings/settings.ts';
import { docsWithToken } from '#server/http/operations.ts';
import { assertionConsumerUrl } from '#server/sign-on/service-provider.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { DEMO_SIGN_ON_PATH } from './keys.ts';
import { makeResponse, readRequestId } from './identity-provider.ts';
import { choosePage, forwardPage, type Page, refusedPage } from './pages.ts';

const RESPONSE_PATH = `${DEMO_SIGN_ON_PATH}/response`;
/** Where somebody who reads the documentation of the API becomes a demonstration user. */
export const DEMO_TOKEN_PATH = `${DEMO_SIGN_ON_PATH}/token`;

const requestForm = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().min(1) });
const personForm = z.object({ username: z.string() });
const choiceForm = requestForm.extend(personForm.shape);

function send(reply: FastifyReply, status: number, { html, contentSecurityPolicy }: Page): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * Registers the demonstration identity provider: a page with the demonstration users, and the signed response for the
 * chosen one, or a token for who reads the documentation of the API. It asks for no password, so it only exists when no
 * other identity provider is configured, and never in production.
 */
export function registerDemoIdentityProvider(app: FastifyInstance, services: Services, settings: SignOnSettings): void {
  const acsUrl = assertionConsumerUrl(settings);
  const origins = [acsUrl, settings.portalUrl].map((url) => new URL(url).origin);

  app.post(DEMO_SIGN_ON_PATH, async (request, reply) => {
    const form = requestForm.safeParse(request.body);
    const requestId = form.success ? await readRequestId(services, settings, form.data.SAMLRequest) : null;
    if (!form.success || requestId === null) return send(reply, 400, refusedPage(settings.portalUrl));
    return send(reply, 200, choosePage(RESPONSE_PATH, form.data, demoIdentities));
  });

  app.post(RESPONSE_PATH, async (request, reply) => {
    const form = choiceForm.safeParse(request.body);
    const requestId = form.success ? await readRequestId(services, settings, form.data.SAMLRequest) : null;
    const person = demoIdentities.find(({ username }) => username === form.data?.username);
    if (!form.success || requestId === null || person === undefined) {
      return send(reply, 400, refusedPage(settings.portalUrl));
    }
    const SAMLResponse = await makeResponse(services, settings, requestId, person);
    return send(reply, 200, forwardPage(acsUrl, { SAMLResponse, RelayState: form.data.RelayState }, origins));
  });
}

/** Gives the token of a demonstration user to the documentation of the API, which must be on this address. */
export function registerDemoToken(app: FastifyInstance, services: Services, settings: SignOnSettings): void {
  app.get(DEMO_TOKEN_PATH, async (_request, reply) => {
    const registered = demoIdentities.filter(({ group }) => group !== 'unregistered');
    return send(reply, 200, choosePage(DEMO_TOKEN_PATH, {}, registered));
  });

  app.post(DEMO_TOKEN_PATH, { onRequest: app.rateLimiters.signOn }, async (request, reply) => {
    const { data } = personForm.safeParse(request.body);
    const user = await services.db
      .selectFrom('app_user')
      .where('username', '=', data?.username ?? '')
      .select('user_id')
      .executeTakeFirst();
    const isListed = demoIdentities.some(({ username }) => username === data?.username);
    if (!isListed || user === undefined) return send(reply, 400, refusedPage(settings.portalUrl));
    const { accessToken } = await createSession(services, user.user_id);
    return reply.header('cache-control', 'no-store').redirect(docsWithToken(accessToken), 303);
  });
}
