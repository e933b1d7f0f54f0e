import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { Services } from '#server/domain/context.ts';
import { BODY_LIMIT } from './body-limit.ts';
import { type CallerOf, type ClientCredentials, identifyCaller } from './caller.ts';
import { parseRequest } from './parse-request.ts';
import { isRateLimited } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the two sign-on calls must present. */
    clientCredentials: ClientCredentials;
  }
}

/** Makes a call: parsed request and caller in, what goes under `data` out. May throw DomainError. */
export type Handler<C extends Call> = (request: CallRequest<C>, caller: CallerOf<C['access']>) => Promise<CallReply<C>>;

function checkAnswer(call: Call, reply: unknown): void {
  const { error } = z.safeParse(call.answer.sent, reply);
  if (error === undefined) return;
  const places = error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
  throw new Error(`The answer to ${call.name} breaks the contract at ${places.join(', ')}`);
}

/**
 * Mounts one call of the contract: path, access, schemas and body limit are the contract's, the handler is the
 * server's. The answer is checked before it leaves (decisions §1); a wrong one is an INTERNAL_ERROR.
 */
export function mount<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: CallerOf<C['access']> }>();
  const identify = async (request: FastifyRequest): Promise<void> => {
    const { authorization } = request.headers;
    callers.set(request, { caller: await identifyCaller(call, authorization, services, app.clientCredentials) });
  };
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    bodyLimit: call.bodyLimit ?? BODY_LIMIT,
    // Before the body is read, so that a stranger cannot make the server read one; a refused guess counts too.
    onRequest: isRateLimited(call) ? [app.rateLimit(), identify] : identify,
    handler: async (request, reply) => {
      const known = callers.get(request);
      if (known === undefined) throw new Error(`${call.name} has not identified its caller`);
      const { params, query, body, headers } = request;
      const parsed = parseRequest(call, { contentType: headers['content-type'], params, query, body });
      const data = await handler(parsed, known.caller);
      checkAnswer(call, data);
      return reply.header('cache-control', 'no-store').send({ data, status: { trace: request.id } });
    },
  });
}
