import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { issueAdminTillSecret } from '#contract/admin/tills.ts';
import { MEDIA_TYPES } from '#contract/call.ts';
import { serializeFile } from '#server/http/answers.ts';
import { networkOf } from '#server/http/limits.ts';
import { TOKEN_PATH } from '#server/http/openapi.ts';
import { registerRoute, signalOf } from '#server/http/routes.ts';
import { runAs } from '#server/limiter.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Services } from '#server/services.ts';
import { ALGORITHMS } from './client-authentication.ts';
import { GRANT_ERRORS, GrantError } from './grant-error.ts';
import { grantToken } from './grant-token.ts';
import { issueTillSecret } from './issue-secret.ts';

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
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
  }));

  app.post(
    TOKEN_PATH,
    { config: { rateLimit: {} }, errorHandler: (error, request, reply) => void sendGrantError(error, request, reply) },
    async (request, reply) => {
      const { authorization, 'content-type': type = '' } = request.headers;
      if (type.split(';')[0]?.trim().toLowerCase() !== MEDIA_TYPES.form) throw new GrantError('invalid_request');
      const client = { key: networkOf(request.ip), signal: signalOf(reply) };
      const grant = await runAs(client, () =>
        grantToken(services, request.body, authorization, [publicUrl, tokenEndpoint]).catch((error: unknown) => {
          if (error instanceof GrantError) services.metrics.signOnFailures.inc({ reason: 'TILL_REFUSED' });
          throw error;
        }),
      );
      return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(grant);
    },
  );
}
