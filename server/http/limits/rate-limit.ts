import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Call } from '#contract/call.ts';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { file } from '#contract/entities/file.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import type { RateLimits } from '#server/settings/types.ts';
import { networkOf } from './network-of.ts';

/** The maximum number of sessions and addresses to remember for each kind of call. */
const MAX_REMEMBERED = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that count a request and refuse it above the limit, by kind of call. */
    rateLimiters: Readonly<Record<keyof RateLimits, preHandlerAsyncHookHandler>>;
  }
}

/** A larger page of purchases counts as a history, because a consultation is recorded for each of its patients. */
const MAX_PAGE_ROWS = 200;

/**
 * The kind of a call; each kind is counted separately. The refresh has no limit (null): nobody can guess its token, and
 * with a limit a stranger could end the sessions of others at the same address.
 */
function kindOf(call: Call): keyof RateLimits | null {
  if (call.name === refreshTokens.name) return null;
  if (call.access === 'client') return 'signOn';
  if (call.answer === file) return 'documents';
  if (call.name.endsWith('.search')) return 'search';
  return call.method === 'GET' ? 'reads' : 'commands';
}

/** The hook that counts the requests of a call; none where they have no limit. */
export function rateLimiterOf({ rateLimiters }: FastifyInstance, call: Call): preHandlerAsyncHookHandler[] {
  const kind = kindOf(call);
  if (kind === null) return [];
  const limiter = rateLimiters[kind];
  if (call.name !== searchPurchases.name) return [limiter];
  return [
    function (request, reply) {
      const { size } = request.query as { readonly size?: unknown };
      return (Number(size) > MAX_PAGE_ROWS ? rateLimiters.histories : limiter).call(this, request, reply);
    },
  ];
}

/**
 * Limits the calls per minute of this process: by session, or by address for calls without one. Further calls get
 * TOO_MANY_REQUESTS (docs/decisions/0031-limits-that-stop-the-attacker-alone.md). The lockout protects PINs, not these
 * limits (rules §6).
 */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  app.decorateRequest('claims', null);
  await app.register(rateLimit, {
    global: false,
    max: limits.signOn,
    timeWindow: '1 minute',
    cache: MAX_REMEMBERED,
    keyGenerator: ({ claims, ip }: FastifyRequest) => claims?.sessionId ?? networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  const limiter = (max: number) => app.rateLimit({ max, cache: MAX_REMEMBERED });
  app.decorate('rateLimiters', {
    signOn: limiter(limits.signOn),
    search: limiter(limits.search),
    histories: limiter(limits.histories),
    commands: limiter(limits.commands),
    documents: limiter(limits.documents),
    reads: limiter(limits.reads),
  });
}
