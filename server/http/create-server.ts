import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '#server/settings/settings.ts';
import { readTrace, traceparentOf } from '#server/trace.ts';
import { BODY_LIMIT } from './bodies.ts';
import {
  handleErrors,
  MAX_URL_LENGTH,
  refuseOnSocket,
  refuseUnreadableAddress,
  refuseUnreadRequests,
} from './errors.ts';
import { secureHeaders } from './security-headers.ts';

/** The maximum time for receiving the headers of a request, so that a slow client cannot hold a connection. */
const HEADERS_TIMEOUT_MS = 60_000;
/** The maximum time for receiving a whole request: 50 MB by a line of 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 420_000;
/** The interval at which Node looks for requests that are too slow. */
const CHECK_EVERY_MS = 1000;
/**
 * The most that is read of the headers of a request, in bytes: a browser sends at most 180 cookies of 4 kB to a host and
 * the domains above it. What is above `MAX_HEADER_SIZE` is refused, in words if a person reads them.
 */
const READ_HEADER_SIZE = 1024 * 1024;
/** More connections would end the process, because each takes memory and an open file. */
const MAX_CONNECTIONS = 5000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the caller's `traceparent`, if it sends one. */
    callerTrace: string | undefined;
  }
}

/** Replaces Fastify's compilers of JSON schemas. */
function refuseSchema(): never {
  throw new Error('routes have no JSON schema: the contract checks requests and answers');
}

/**
 * Creates a server without routes. All errors leave it in the envelope, and all responses have the security headers, but for
 * what is no HTTP (rules §8). A request has a trace of its own; that of its `traceparent` stands beside it, and the
 * response hands it back.
 * @param logger the server's logger; without one nothing is logged
 */
export async function createServer(
  settings: Settings,
  logger: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: [...settings.http.trustProxy],
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT,
    // Our own: records must not have a trace that a caller has chosen.
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection during the shutdown belongs to a sale, so it is served.
    return503OnClosing: false,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      requireHostHeader: false,
      maxHeaderSize: READ_HEADER_SIZE,
    },
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: refuseUnreadableAddress,
    // Takes long to load, and the contract checks requests and answers.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
  });
  app.decorateRequest('callerTrace');
  app.addHook('onRequest', (request, reply, done) => {
    request.callerTrace = readTrace(request.headers.traceparent);
    reply.header('traceparent', traceparentOf(request.callerTrace ?? request.id));
    done();
  });
  handleErrors(app);
  await secureHeaders(app, settings);
  refuseUnreadRequests(app);
  app.server.maxConnections = MAX_CONNECTIONS;
  return app;
}
