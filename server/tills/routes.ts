import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { issueAdminTillSecret } from '#contract/admin/tills.ts';
import { MEDIA_TYPES } from '#contract/call.ts';
import { serializeFile } from '#server/http/answers.ts';
import { MAX_REMEMBERED, networkOf } from '#server/http/limits.ts';
import { TOKEN_PATH } from '#server/http/openapi.ts';
import { registerRoute, signalOf } from '#server/http/routes.ts';
import { runAs } from '#server/limiter.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Services } from '#server/services.ts';
import { proveTill, readClaim } from './client-authentication.ts';
import { GRANT_ERRORS, GrantError } from './grant-error.ts';
import { grantToken, readForm } from './grant-token.ts';
import { issueTillSecret } from './issue-secret.ts';
import { ALGORITHMS } from './public-key.ts';

/** Where a till finds the token endpoint and how it may authenticate there (RFC 8414). */
const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** What a token endpoint answers to an error that is none of its own. */
function otherError(error: unknown): readonly [status: number, error: string] {
  if (error instanceof DomainError) return [429, 'temporarily_unavailable'];
  const { statusCode } = (error ?? {}) as { readonly statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) return [GRANT_ERRORS.invalid_request, 'invalid_request'];
  return isDatabaseUnavailable(error) ? [503, 'temporarily_unavailable'] : [500, 'server_error'];
}

function sendGrantError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [status, word] = error instanceof GrantError ? [GRANT_ERRORS[error.error], error.error] : otherError(error);
  if (status >= 500) request.log.error({ err: error }, 'no token for a till');
  if (status === 401) reply.header('www-authenticate', 'Basic realm="tills"');
  if (error instanceof DomainError && error.details.retryAfter !== undefined)
    reply.header('retry-after', error.details.retryAfter);
  return reply.status(status).header('cache-control', 'no-store').send({ error: word });
}

/**
 * The tokens of tills (RFC 6749, 4.4), and their secrets, which an operator makes.
 * @param publicUrl the address by which tills reach this server
 */
export function registerTillsRoutes(app: FastifyInstance, services: Services, publicUrl: string): void {
  const tokenEndpoint = publicUrl + TOKEN_PATH;

  registerRoute(app, services, issueAdminTillSecret, ({ params, body }, principal, { checked }) =>
    issueTillSecret(services, principal, { id: params.id, body }, (secret) => {
      const told = { tokenEndpoint, ...secret };
      return checked(
        serializeFile(`${secret.clientId}.json`, 'application/json', Buffer.from(JSON.stringify(told, null, 2))),
      );
    }),
  );

  app.get(METADATA_PATH, () => ({
    issuer: publicUrl,
    token_endpoint: tokenEndpoint,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
  }));

  // By client and address.
  const known = new Set<string>();

  const sendToken = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { authorization, 'content-type': type = '' } = request.headers;
    const network = networkOf(request.ip);
    let key = network;
    try {
      if (type.split(';')[0]?.trim().toLowerCase() !== MEDIA_TYPES.form) throw new GrantError('invalid_request');
      const asked = readForm(request.body);
      const claim = readClaim(asked, authorization);
      const place = `${claim.clientId} ${network}`;
      // A till that has proved itself from there takes turns of its own, whatever strangers at its address do.
      if (known.has(place)) key = place;
      const signal = signalOf(reply);
      const till = await runAs({ key, signal }, () => proveTill(services, claim, [publicUrl, tokenEndpoint]));
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.add(place);
      await app.countSignOn(request, claim.clientId);
      const grant = await runAs({ key: `user ${till.userId}`, signal }, () => grantToken(services, asked, till));
      return await reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(grant);
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      services.metrics.signOnFailures.inc({ reason: 'TILL_REFUSED' });
      await app.countSignOn(request, `wrong ${key}`);
      throw error;
    }
  };
  app.post(
    TOKEN_PATH,
    { errorHandler: (error, request, reply) => void sendGrantError(error, request, reply) },
    sendToken,
  );
}
