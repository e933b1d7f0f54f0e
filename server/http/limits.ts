import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Settings } from '#server/settings/settings.ts';
import { type Call, rateOf } from '#contract/call.ts';
import { DomainError } from '#server/domain-error.ts';
import { Limiter, LIMITS } from '#server/limiter.ts';
import type { Services } from '#server/services.ts';

const GROUPS = 8;
/** A provider assigns the first 64 bits of an IPv6 address. The client may choose other last bits for each request. */
const GROUPS_OF_NETWORK = 4;

/** The key of a client without a session: its IPv4 address, or the /64 network of its IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = address.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after)];
  const zeros = Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, GROUPS_OF_NETWORK);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The maximum number of sessions and addresses to remember for each kind of call. */
export const MAX_REMEMBERED = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that count a request and refuse it above the limit, by kind of call. */
    rateLimiters: Readonly<Record<keyof Settings['http']['rateLimits'], preHandlerAsyncHookHandler>>;
    /** Counts a sign-on, whose outcome is known, by whatever makes it; throws TOO_MANY_REQUESTS above the limit. */
    countSignOn: (request: FastifyRequest, by: string) => Promise<void>;
    /** Counts a message of the sign-on that was refused after it was read, by the address. */
    countRefusedMessage: (request: FastifyRequest) => Promise<void>;
    /** Throws TOO_MANY_REQUESTS for an address with too many of them. */
    checkRefusedMessages: (request: FastifyRequest) => void;
  }
}

/** The hook that counts the requests of a call; none where they have no limit. */
export function rateLimiterOf({ rateLimiters }: FastifyInstance, call: Call): preHandlerAsyncHookHandler[] {
  const rate = rateOf(call);
  if (rate === 'unlimited') return [];
  const limiter = rateLimiters[rate];
  const { historyFrom = Infinity } = call;
  return [
    function (request, reply) {
      const { size } = request.query as { readonly size?: unknown };
      return (Number(size) > historyFrom ? rateLimiters.histories : limiter).call(this, request, reply);
    },
  ];
}

function tooMany(waitMs: number): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) });
}

/**
 * Limits the calls per minute of this process: by session, by till, or by address for calls without one. Further calls
 * get TOO_MANY_REQUESTS (docs/decisions/0031-limits-that-stop-the-attacker-alone.md). The lockout protects PINs, not
 * these limits (rules §6).
 */
export async function limitRates(app: FastifyInstance, limits: Settings['http']['rateLimits']): Promise<void> {
  app.decorateRequest('claims', null);
  await app.register(rateLimit, {
    global: false,
    max: limits.signOn,
    timeWindow: '1 minute',
    cache: MAX_REMEMBERED,
    keyGenerator: ({ claims, ip }: FastifyRequest) => {
      if (claims === null) return networkOf(ip);
      return claims.tillId === undefined ? claims.sessionId : `till ${claims.tillId}`;
    },
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const signOns = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: limits.signOn,
    keyGenerator: (request) => signOns.get(request) ?? '',
  });
  app.decorate('countSignOn', async (request: FastifyRequest, by: string) => {
    signOns.set(request, by);
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  });
  // To read a message takes longer than any other call of a stranger.
  const countRefused = app.createRateLimit({
    max: Math.ceil(limits.signOn / 10),
    keyGenerator: ({ ip }: FastifyRequest) => `refused ${networkOf(ip)}`,
  });
  /** When each address with too many may send messages again, in ms. */
  const waiting = new Map<string, number>();
  app.decorate('countRefusedMessage', async (request: FastifyRequest) => {
    const counted = await countRefused(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const now = performance.now();
    for (const [network, end] of waiting) if (end <= now) waiting.delete(network);
    waiting.set(networkOf(request.ip), now + counted.ttl);
  });
  app.decorate('checkRefusedMessages', ({ ip }: FastifyRequest) => {
    const wait = (waiting.get(networkOf(ip)) ?? 0) - performance.now();
    if (wait > 0) throw tooMany(wait);
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

declare module 'fastify' {
  interface FastifyInstance {
    slots: Readonly<
      Record<'documents' | 'lists' | 'listsOfAddress' | 'publicLists' | 'largeBodies' | 'files', Limiter>
    >;
  }
}

/** Limits the calls that take long and hold memory meanwhile (docs/decisions/0035-long-answers.md). */
export function limitLongCalls(app: FastifyInstance, { http }: Settings, { metrics }: Services): void {
  app.decorate('slots', {
    documents: new Limiter(LIMITS.document(http.documents), () => metrics.documentsRefused.inc()),
    lists: new Limiter(LIMITS.list),
    listsOfAddress: new Limiter(LIMITS.listOfAddress),
    // Calls without a user have slots of their own, so that they take none from the users.
    publicLists: new Limiter(LIMITS.publicList),
    largeBodies: new Limiter(LIMITS.largeBody),
    files: new Limiter(LIMITS.file),
  });
}
