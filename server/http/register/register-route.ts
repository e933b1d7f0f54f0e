import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { Origin } from '#server/domain/audit/write-audit.ts';
import type { Principal, Services } from '#server/domain/context.ts';
import { type Client, runAs } from '#server/fairness/client.ts';
import { BODY_LIMIT } from '../request/body-limit.ts';
import { checkAnswer } from '../response/check-answer.ts';
import {
  type PrincipalOf,
  type ClientCredentials,
  identifyPrincipal,
  readAuthorization,
} from '../request/principal.ts';
import { servicesForReads } from './replica-reads.ts';
import { LeftOut } from '../response/left-out.ts';
import { checkMediaType, parseRequest } from '../request/parse-request.ts';
import { signalOf } from '../response/send-chunks.ts';
import { takeSlotForBody, withSlotForBody } from '../limits/large-bodies.ts';
import { networkOf } from '../limits/network-of.ts';
import { rateLimiterOf } from '../limits/rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The credentials for the two sign-on calls. */
    clientCredentials: ClientCredentials;
  }
}

/** The tools of a handler. */
interface RouteTools<C extends Call> {
  /** Checks a response before the transaction commits, so that an invalid one rolls it back. */
  readonly checked: (data: CallReply<C>) => CallReply<C>;
  /** Records the ids of rows that the list leaves out because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  readonly origin: Origin;
  readonly client: Client;
  /** The services of a call that may be late (`REPLICA_CALLS`); those of the server for any other. */
  readonly readServices: Services;
}

/** A signal that never aborts. */
const NEVER_ABORTS = new AbortController().signal;

/** Handles a parsed request of a principal and returns the content of `data`. May throw DomainError. */
export type Handler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  tools: RouteTools<C>,
) => Promise<CallReply<C>>;

/** A parsed call. */
export interface Incoming<C extends Call> {
  readonly parsed: CallRequest<C>;
  readonly principal: PrincipalOf<C['access']>;
  readonly readServices: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: Client;
}

/** The key that all calls of a user share; without a user, all those of an address. */
function clientKeyOf({ ip }: FastifyRequest, principal: Principal | null): string {
  return principal === null ? networkOf(ip) : `user ${principal.userId}`;
}

/** Registers one call with the path, access, schemas and body limit of the contract. */
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  respond: (incoming: Incoming<C>) => Promise<FastifyReply>,
): void {
  const principals = new WeakMap<FastifyRequest, { readonly principal: PrincipalOf<C['access']> }>();
  const authorize = async (request: FastifyRequest): Promise<void> => {
    request.claims = await readAuthorization(call, request, services, app.clientCredentials);
  };
  const identify = async (request: FastifyRequest): Promise<void> => {
    const key = request.claims === null ? networkOf(request.ip) : `session ${request.claims.sessionId}`;
    await runAs({ key, signal: NEVER_ABORTS }, async () => {
      principals.set(request, { principal: await identifyPrincipal(call, request, services) });
    });
  };
  const isLarge = (call.bodyLimit ?? BODY_LIMIT) > BODY_LIMIT;
  const slots = call.encoding === 'multipart' ? 'files' : 'largeBodies';
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await identify(request);
    checkMediaType(call, request.headers['content-type']);
    const { principal = null } = principals.get(request) ?? {};
    if (isLarge) takeSlotForBody(request, reply, slots, clientKeyOf(request, principal));
  };
  const limit = rateLimiterOf(app, call);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    bodyLimit: call.bodyLimit ?? BODY_LIMIT,
    // These hooks run before the body is read, so that a stranger cannot make the server read one. Calls without a
    // session count before their credentials are checked, so wrong guesses count too. Calls with a session count before
    // the session is looked up in the database.
    onRequest:
      call.access === 'public' || call.access === 'client'
        ? [...limit, authorize, admit]
        : [authorize, ...limit, admit],
    handler: async (request, reply) => {
      const known = principals.get(request);
      if (known === undefined) throw new Error(`${call.name} has not identified its principal`);
      const { params, query, body } = request;
      const parsed = parseRequest(call, { params, query, body });
      void reply.header('cache-control', 'no-store');
      const client = { key: clientKeyOf(request, known.principal), signal: signalOf(reply) };
      return runAs(client, async () => {
        const readServices = await servicesForReads(call, known.principal, services);
        return withSlotForBody(request, reply, () =>
          respond({ parsed, principal: known.principal, readServices, request, reply, client }),
        );
      });
    },
  });
}

/**
 * Registers one call with its handler. The response is checked before it is sent (rules §1). An invalid response
 * becomes an INTERNAL_ERROR; invalid rows of a list are left out and counted instead.
 */
export function registerRoute<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
): void {
  registerCall(app, services, call, async ({ parsed, principal, readServices, request, reply, client }) => {
    const leftOut = new LeftOut(call, request.log);
    const answer = await handler(parsed, principal, {
      checked: (data) => {
        checkAnswer(call, data);
        return data;
      },
      leaveOut: (ids) => leftOut.add(ids),
      origin: { address: request.ip, trace: request.id },
      client,
      readServices,
    });
    return reply.send({ data: leftOut.addCount(leftOut.removeUnreadable(answer)), status: { trace: request.id } });
  });
}
