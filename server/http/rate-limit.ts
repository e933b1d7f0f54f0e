import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Call } from '#contract/call.ts';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { file } from '#contract/entities/file.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import type { RateLimits } from '#server/settings.ts';

/** Sessions and addresses that are remembered at once, for each kind of call. */
const REMEMBERED = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, and refuses it when there were too many of its kind. */
    rateLimiters: Readonly<Record<keyof RateLimits, preHandlerAsyncHookHandler>>;
  }
}

/**
 * The kind of a call, each of which is counted apart; null for the refresh. Its token cannot be guessed, and a limit by
 * address would let a stranger end the sessions of those who share it.
 */
export function kindOf(call: Call): keyof RateLimits | null {
  if (call.name === refreshTokens.name) return null;
  if (call.access === 'client') return 'signOn';
  if (call.answer === file) return 'documents';
  if (call.name.endsWith('.search')) return 'search';
  return call.method === 'GET' ? 'reads' : 'commands';
}

/**
 * Limits calls per minute, in this process: by session where there is one, by address where there is none; more answer
 * TOO_MANY_REQUESTS (docs/decisions/0031). What protects a PIN is its lockout (rules §6).
 */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  app.decorateRequest('claims', null);
  await app.register(rateLimit, {
    global: false,
    max: limits.signOn,
    timeWindow: '1 minute',
    cache: REMEMBERED,
    keyGenerator: ({ claims, ip }: FastifyRequest) => claims?.sessionId ?? ip,
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  const limiter = (max: number) => app.rateLimit({ max, cache: REMEMBERED });
  app.decorate('rateLimiters', {
    signOn: limiter(limits.signOn),
    search: limiter(limits.search),
    commands: limiter(limits.commands),
    documents: limiter(limits.documents),
    reads: limiter(limits.reads),
  });
}
