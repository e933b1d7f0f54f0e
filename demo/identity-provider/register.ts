import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { demoIdentities } from '#demo/values.ts';
import type { Services } from '#server/services.ts';
import type { SignOnSettings } from '#server/settings/settings.ts';
import { assertionConsumerUrl } from '#server/sign-on/service-provider.ts';
import { DEMO_SIGN_ON_PATH } from './keys.ts';
import { makeResponse, readRequestId } from './identity-provider.ts';
import { choosePage, forwardPage, type Page, refusedPage } from './pages.ts';

const RESPONSE_PATH = `${DEMO_SIGN_ON_PATH}/response`;

const requestForm = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().min(1) });
const choiceForm = requestForm.extend({ username: z.string() });

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
 * chosen one. It asks for no password, so it only exists when no other identity provider is configured, and never in
 * production.
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
