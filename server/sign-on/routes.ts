import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  exchangeSignOn,
  refreshTokens,
  relayState,
  requestSignOn,
  signOut as signOutCall,
  switchBusiness,
} from '#contract/calls/authentication.ts';
import { BODY_TOO_LARGE } from '#server/http/errors.ts';
import { networkOf } from '#server/http/limits.ts';
import { registerRoute, signalOf } from '#server/http/routes.ts';
import type { SignOnSettings } from '#server/settings/settings.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Services } from '#server/services.ts';
import { Limiter, LIMITS, runAs } from '#server/limiter.ts';
import { acceptResponse, samlResponse } from './accept-response.ts';
import { PROVIDER_REFUSALS, type Refusal, SignOnRefusedError } from './message-checks.ts';
import { refreshSession } from './refresh-session.ts';
import { ASSERTION_CONSUMER_PATH, LOGOUT_RETURN_PATH, workOnMessage } from './service-provider.ts';
import { exchangeSession, switchActiveBusiness } from './sessions.ts';
import { acceptLogout, logoutForm, signOut } from './sign-out.ts';
import { startSignOn } from './start-sign-on.ts';

/** The largest posted response in bytes: that of a person with 400 groups, encrypted, has 200 kB. */
const RESPONSE_LIMIT = 512 * 1024;

/** The path of the metadata for the identity provider. */
const METADATA_PATH = '/sign-on/metadata';

/** The one-time session of a sign-on, or why it was refused. */
type Outcome = { readonly sessionId: string } | { readonly refusal: Refusal };

/** The portal's return route (rules §1); without a session parameter when the sign-on failed. */
function returnUrl(portalUrl: string, outcome: Outcome): string {
  const url = new URL(`${portalUrl}/redirect-url`);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  return url.href;
}

const ofProvider: ReadonlySet<Refusal> = new Set(PROVIDER_REFUSALS);

/** Counts and logs a refused sign-on: one that the person or the provider refused apart from one of ours. */
function refused({ metrics }: Services, log: FastifyBaseLogger, error: SignOnRefusedError): Outcome {
  const { refusal } = error;
  if (ofProvider.has(refusal)) {
    metrics.signOnRefusals.inc({ reason: refusal });
    log.info(error.message);
  } else {
    metrics.signOnFailures.inc({ reason: refusal });
    log.warn({ err: error }, 'sign-on refused');
  }
  return { refusal };
}

async function acceptForm(
  services: Services,
  signOn: SignOnSettings,
  form: unknown,
  log: FastifyBaseLogger,
): Promise<Outcome> {
  const response = samlResponse.safeParse(form);
  if (!response.success) {
    const missing = response.error.issues.map(({ path }) => path.join('.')).join(', ');
    const reason = `the form has no ${missing}, as of a sign-on that did not begin at the portal`;
    return refused(services, log, new SignOnRefusedError(reason));
  }
  const { error } = z.safeParse(relayState, response.data.RelayState);
  if (error !== undefined) throw new DomainError('INVALID_REQUEST', { field: 'RelayState' });
  try {
    return { sessionId: await acceptResponse(services, signOn, response.data) };
  } catch (error) {
    if (error instanceof SignOnRefusedError) return refused(services, log, error);
    throw error;
  }
}

/**
 * Handles a message of the single logout: a request ends sessions and is answered; a response has nothing to say, because
 * the session has ended before.
 * @returns the URL to which the browser goes
 */
async function acceptLogoutForm(
  services: Services,
  signOn: SignOnSettings,
  form: unknown,
  onRefusal: (error: SignOnRefusedError) => Promise<void>,
): Promise<string> {
  const request = logoutForm.safeParse(form);
  if (!request.success) return signOn.portalUrl;
  try {
    return await acceptLogout(services, signOn, request.data);
  } catch (error) {
    if (!(error instanceof SignOnRefusedError)) throw error;
    await onRefusal(error);
    return signOn.portalUrl;
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
function registerSignOnReturn(app: FastifyInstance, services: Services, signOn: SignOnSettings): void {
  const sendBack = (reply: FastifyReply, outcome: Outcome) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(returnUrl(signOn.portalUrl, outcome), 303);
  const options = {
    config: { rateLimit: {} },
    bodyLimit: RESPONSE_LIMIT,
    errorHandler(error: FastifyError, { log }: FastifyRequest, reply: FastifyReply) {
      if (error.code !== BODY_TOO_LARGE) throw error;
      const reason = `the response has more than ${RESPONSE_LIMIT} bytes`;
      return sendBack(reply, refused(services, log, new SignOnRefusedError(reason)));
    },
  };
  app.post(ASSERTION_CONSUMER_PATH, options, async (request, reply) => {
    app.checkRefusedMessages(request);
    const outcome = await runAsAddress(request, reply, () =>
      services.metrics.countRefusal(() => acceptForm(services, signOn, request.body, request.log)),
    );
    if ('refusal' in outcome && outcome.refusal === 'RESPONSE_INVALID') await app.countRefusedMessage(request);
    return sendBack(reply, outcome);
  });
  app.post(LOGOUT_RETURN_PATH, { config: { rateLimit: {} } }, async (request, reply) => {
    app.checkRefusedMessages(request);
    const onRefusal = (error: SignOnRefusedError) => {
      request.log.warn({ err: error }, 'logout refused');
      return app.countRefusedMessage(request);
    };
    const url = await runAsAddress(request, reply, () => acceptLogoutForm(services, signOn, request.body, onRefusal));
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303);
  });
  // The end of a single logout that began here. The session has ended already, so nothing is read.
  app.get(LOGOUT_RETURN_PATH, { config: { rateLimit: {} } }, (_request, reply) =>
    reply.redirect(signOn.portalUrl, 303),
  );
  app.get(METADATA_PATH, { config: { rateLimit: {} } }, async (request, reply) => {
    const metadata = await runAsAddress(request, reply, () => workOnMessage(services, signOn, 'metadata', undefined));
    return reply.type('application/samlmetadata+xml').send(metadata);
  });
}

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
    auth: await metrics.countRefusal(() => {
      const returned = { sessionId: body.sessionId.reveal(), RelayState: body.RelayState.reveal() };
      return exchangeSession(services, returned, origin);
    }),
  }));
  const refreshes = new Limiter(LIMITS.refresh);
  registerRoute(app, services, refreshTokens, async ({ body }, _principal, { origin, client }) => {
    const refresh = () => {
      client.signal.throwIfAborted();
      // A reason of its own, because every expired session ends with a refused refresh.
      return metrics.countRefusal(
        () => refreshSession(services, body.refresh_token.reveal(), origin),
        'REFRESH_REFUSED',
      );
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
