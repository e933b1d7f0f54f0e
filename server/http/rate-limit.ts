import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/call.ts';
import { DomainError } from '#server/domain/domain-error.ts';

/** The calls by which a secret may be guessed: sign-on, refresh and the execution of commands. */
export function isRateLimited(call: Call): boolean {
  return call.access === 'client' || call.name === 'auth.refreshTokens' || call.name.includes('.execute');
}

/**
 * Limits such calls per address and minute, in this process; more answer TOO_MANY_REQUESTS (decisions §2). The
 * limit blunts a flood: what protects a PIN is its lockout (decisions §6).
 */
export async function limitRates(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new DomainError('TOO_MANY_REQUESTS'),
  });
}
