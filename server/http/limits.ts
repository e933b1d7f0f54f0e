import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { file } from '#contract/entities/file.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Call } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Services } from '#server/services.ts';
import { BODY_LIMIT } from './bodies.ts';

const slots = new WeakMap<FastifyRequest, () => void>();

/**
 * Takes a slot for a body above the usual limit, which is in memory as a whole, or for a file of any size, which may
 * unpack to a large one (rules §8). Call it before the body is read.
 * @throws DomainError TOO_MANY_REQUESTS when the client, or this process, has no free slot
 */
export function takeSlotForBody(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'largeBodies' | 'files',
  clientKey: string,
): void {
  const length = request.headers['content-length'];
  if (kind === 'largeBodies' && length !== undefined && Number(length) <= BODY_LIMIT) return;
  const release = request.server.slots[kind].take(clientKey);
  slots.set(request, release);
  // A client that has already disconnected emits no `close` event any more.
  if (reply.raw.destroyed) release();
  else reply.raw.once('close', release);
}

/** Does the work of a request whose body has been read. The slot is free when the work ends, not when the client goes. */
export async function withSlotForBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const release = slots.get(request);
  if (release === undefined) return work();
  reply.raw.off('close', release);
  try {
    return await work();
  } finally {
    release();
  }
}

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
const MAX_REMEMBERED = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that count a request and refuse it above the limit, by kind of call. */
    rateLimiters: Readonly<Record<keyof Settings['http']['rateLimits'], preHandlerAsyncHookHandler>>;
  }
}

/** A larger page of purchases counts as a history, because a consultation is recorded for each of its patients. */
const MAX_PAGE_ROWS = 200;

/**
 * The kind of a call; each kind is counted separately. The refresh has no limit (null): nobody can guess its token, and
 * with a limit a stranger could end the sessions of others at the same address.
 */
function kindOf(call: Call): keyof Settings['http']['rateLimits'] | null {
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
export async function limitRates(app: FastifyInstance, limits: Settings['http']['rateLimits']): Promise<void> {
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

/** The maximum numbers of calls under way. A client is a user, or the address of a call without one. */
export interface SlotLimits {
  readonly perClient: number;
  readonly perProcess: number;
}

/** The errors for a client, and for a process, that has no free slot. */
interface Refusals {
  readonly perClient: ErrorDescription;
  readonly perProcess: ErrorDescription;
  /** Called for each refused call. */
  readonly onRefusal?: () => void;
}

/** The retry time. It is a guess, because a call may keep its slot for any time. */
const RETRY_SECONDS = 10;

/** Limits the calls of one kind that are under way in this process at the same time. */
class Slots {
  private readonly limits: SlotLimits;
  private readonly refusals: Refusals;
  private readonly byClient = new Map<string, number>();
  private taken = 0;

  constructor(limits: SlotLimits, refusals: Refusals) {
    this.limits = limits;
    this.refusals = refusals;
  }

  /** The number of calls under way. */
  get underway(): number {
    return this.taken;
  }

  /**
   * Takes a slot for a call.
   * @returns a function that releases the slot; a second call does nothing
   * @throws DomainError when the client, or this process, has no free slot
   */
  take(key: string): () => void {
    const own = this.byClient.get(key) ?? 0;
    if (own >= this.limits.perClient) throw this.refusal('perClient');
    if (this.taken >= this.limits.perProcess) throw this.refusal('perProcess');
    this.byClient.set(key, own + 1);
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.release(key);
      isTaken = false;
    };
  }

  private refusal(reason: keyof SlotLimits): DomainError {
    this.refusals.onRefusal?.();
    return new DomainError(this.refusals[reason], { retryAfter: RETRY_SECONDS });
  }

  private release(key: string): void {
    this.taken -= 1;
    const rest = (this.byClient.get(key) ?? 1) - 1;
    if (rest > 0) this.byClient.set(key, rest);
    else this.byClient.delete(key);
  }
}

/** Releases a slot when the client has disconnected, or has received the whole response. */
export function releaseAtEnd(release: () => void, signal: AbortSignal): void {
  // A signal that has aborted emits no event any more.
  if (signal.aborted) release();
  else signal.addEventListener('abort', release);
}

/** Long lists of users. Each keeps up to 2 MB while its client does not read. A browser opens six connections. */
const LISTS: SlotLimits = { perClient: 8, perProcess: 40 };
/** Long lists without a user. Each keeps 0.5 MB at most. The limit is high, because many people may share an address. */
const PUBLIC_LISTS: SlotLimits = { perClient: 30, perProcess: 100 };
/**
 * Bodies above the usual limit. One of 8 MB takes 30 MB while it is parsed. A user may have two, because a second one
 * may arrive before the connection of the first, which was given up, has closed.
 */
const LARGE_BODIES: SlotLimits = { perClient: 2, perProcess: 4 };
/** Files that are read on a thread of their own, each in 150 MB at most. Two of a user, for the same reason. */
const FILES: SlotLimits = { perClient: 2, perProcess: 4 };
const BUSY: Refusals = { perClient: 'TOO_MANY_REQUESTS', perProcess: 'TOO_MANY_REQUESTS' };

declare module 'fastify' {
  interface FastifyInstance {
    slots: Readonly<Record<'documents' | 'lists' | 'publicLists' | 'largeBodies' | 'files', Slots>>;
  }
}

/** Limits the calls that take long and hold memory meanwhile (docs/decisions/0035-long-answers.md). */
export function limitLongCalls(app: FastifyInstance, { http }: Settings, { metrics }: Services): void {
  app.decorate('slots', {
    documents: new Slots(http.documents, {
      perClient: 'DOCUMENT_UNDERWAY',
      perProcess: 'DOCUMENTS_BUSY',
      onRefusal: () => metrics.documentsRefused.inc(),
    }),
    lists: new Slots(LISTS, BUSY),
    // Calls without a user have slots of their own, so that they take none from the users.
    publicLists: new Slots(PUBLIC_LISTS, BUSY),
    largeBodies: new Slots(LARGE_BODIES, BUSY),
    files: new Slots(FILES, BUSY),
  });
}
