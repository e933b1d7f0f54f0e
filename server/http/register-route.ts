import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { Origin } from '#server/domain/audit/write-audit.ts';
import type { Services } from '#server/domain/context.ts';
import { BODY_LIMIT } from './body-limit.ts';
import { checkAnswer } from './check-answer.ts';
import { type PrincipalOf, type ClientCredentials, identifyPrincipal, readAuthorization } from './principal.ts';
import { LeftOut } from './left-out.ts';
import { parseRequest } from './parse-request.ts';
import { kindOf } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the two sign-on calls must present. */
    clientCredentials: ClientCredentials;
  }
}

/** What a handler may need to make its answer. */
interface Answering<C extends Call> {
  /** Checks an answer while it can still be undone: what breaks the contract must not be kept. */
  readonly checked: (data: CallReply<C>) => CallReply<C>;
  /** Notes the ids of rows that the list does not show because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  readonly origin: Origin;
}

/** Makes a call: parsed request and principal in, what goes under `data` out. May throw DomainError. */
export type Handler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  answering: Answering<C>,
) => Promise<CallReply<C>>;

/** A call as it came, read by the contract. */
export interface Incoming<C extends Call> {
  readonly parsed: CallRequest<C>;
  readonly principal: PrincipalOf<C['access']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Registers one call of the contract: path, access, schemas and body limit are the contract's. */
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
    principals.set(request, { principal: await identifyPrincipal(call, request, services) });
  };
  const kind = kindOf(call);
  const limit = kind === null ? [] : [app.rateLimiters[kind]];
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    bodyLimit: call.bodyLimit ?? BODY_LIMIT,
    // Before the body is read, so that a stranger cannot make the server read one. Where there is no session, a refused
    // guess counts too; where there is one, its database is asked only about calls within the limit.
    onRequest:
      call.access === 'public' || call.access === 'client'
        ? [...limit, authorize, identify]
        : [authorize, ...limit, identify],
    handler: async (request, reply) => {
      const known = principals.get(request);
      if (known === undefined) throw new Error(`${call.name} has not identified its principal`);
      const { params, query, body, headers } = request;
      const parsed = parseRequest(call, { contentType: headers['content-type'], params, query, body });
      void reply.header('cache-control', 'no-store');
      return respond({ parsed, principal: known.principal, request, reply });
    },
  });
}

/**
 * Registers one call of the contract with the handler that makes its answer. The answer is checked before it leaves
 * (rules §1); a wrong one is an INTERNAL_ERROR, but for the rows of a list, of which the wrong ones are left out and
 * counted.
 */
export function registerRoute<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
): void {
  registerCall(app, services, call, async ({ parsed, principal, request, reply }) => {
    const leftOut = new LeftOut(call, request.log);
    const answer = await handler(parsed, principal, {
      checked: (data) => {
        checkAnswer(call, data);
        return data;
      },
      leaveOut: (ids) => leftOut.add(ids),
      origin: { address: request.ip, trace: request.id },
    });
    return reply.send({ data: leftOut.told(leftOut.without(answer)), status: { trace: request.id } });
  });
}
