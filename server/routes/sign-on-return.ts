import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { relayState } from '#contract/calls/authentication.ts';
import type { Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { runAs } from '#server/fairness/client.ts';
import { networkOf } from '#server/http/limits/network-of.ts';
import { signalOf } from '#server/http/response/send-chunks.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { SignOnRefusedError, acceptResponse, samlResponse } from '#server/sign-on/saml/accept-response.ts';
import { ASSERTION_CONSUMER_PATH } from '#server/sign-on/saml/assertion-consumer.ts';
import { serviceProviderMetadata } from '#server/sign-on/saml/service-provider.ts';

/** The path of the metadata for the identity provider. */
const METADATA_PATH = '/sign-on/metadata';

/** The portal's return route (rules §1); without a session parameter when the sign-on failed. */
function returnUrl(portalUrl: string, sessionId: string | null): string {
  const url = new URL(`${portalUrl}/redirect-url`);
  if (sessionId !== null) url.searchParams.set('sessionId', sessionId);
  return url.href;
}

async function acceptForm(
  services: Services,
  signOn: SignOnSettings,
  form: unknown,
  log: FastifyBaseLogger,
): Promise<string | null> {
  const { signOnFailures } = services.metrics;
  const response = samlResponse.safeParse(form);
  if (!response.success) {
    signOnFailures.inc({ reason: 'RESPONSE_INVALID' });
    return null;
  }
  const { error } = z.safeParse(relayState, response.data.RelayState);
  if (error !== undefined) throw new DomainError('INVALID_REQUEST', { field: 'RelayState' });
  try {
    return await acceptResponse(services, signOn, response.data);
  } catch (error) {
    if (!(error instanceof SignOnRefusedError)) throw error;
    signOnFailures.inc({ reason: error.refusal });
    log.warn({ err: error }, 'sign-on refused');
    return null;
  }
}

/** Runs the work of a request outside the contract, which has no user: its client is its address. */
function runAsAddress<T>({ ip }: FastifyRequest, reply: FastifyReply, work: () => T): T {
  return runAs({ key: networkOf(ip), signal: signalOf(reply) }, work);
}

/**
 * The endpoints for the identity provider: it posts its responses to one and reads our metadata from the other (SAML
 * 2.0).
 */
export function registerSignOnReturn(app: FastifyInstance, services: Services, signOn: SignOnSettings): void {
  app.post(ASSERTION_CONSUMER_PATH, { config: { rateLimit: {} } }, async (request, reply) => {
    const sessionId = await runAsAddress(request, reply, () =>
      services.metrics.countRefusal(() => acceptForm(services, signOn, request.body, request.log)),
    );
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(returnUrl(signOn.portalUrl, sessionId), 303);
  });
  app.get(METADATA_PATH, { config: { rateLimit: {} } }, async (request, reply) => {
    const metadata = await runAsAddress(request, reply, () => serviceProviderMetadata(services, signOn));
    return reply.type('application/samlmetadata+xml').send(metadata);
  });
}
