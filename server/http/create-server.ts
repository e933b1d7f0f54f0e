import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '#server/settings/settings.ts';
import { BODY_LIMIT } from './bodies.ts';
import { handleErrors } from './error-handler.ts';
import { networkOf } from './limits.ts';
import { secureHeaders } from './security-headers.ts';
import { MAX_URL_LENGTH, refuseOnSocket, refuseUnreadableAddress, refuseUnreadRequests } from './unread-requests.ts';

/** Ends the connections of an address above a maximum, so that no client takes all connections of the process. */
export function limitConnectionsOfOne(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = open.get(network) ?? 0;
    if (own >= max) {
      socket.destroy();
      return;
    }
    open.set(network, own + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/**
 * Ends a connection whose client sends a request before the former one is answered (pipelining), as no browser and no
 * usual proxy does. Node starts all these requests at once, but a later response has no connection before its turn, so
 * it never hears that the client has gone and would keep what it holds for ever. Call it before any other hook is added.
 */
function endPipelining(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) {
      done();
      return;
    }
    reply.hijack();
    request.raw.socket.destroy();
  });
}

/** A client that reads nothing for so long counts as disconnected. */
const STALL_MS = 120_000;
/** A client that reads slowly on purpose must not keep memory, or a slot for a long response, for ever. */
const MAX_RESPONSE_MS = 900_000;

/** Ends the connections of clients that do not read their response. The time before a response begins does not count. */
function refuseSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    if (!raw.destroyed) {
      raw.setTimeout(STALL_MS, () => raw.destroy());
      const longest = setTimeout(() => raw.destroy(), MAX_RESPONSE_MS).unref();
      raw.once('close', () => clearTimeout(longest));
    }
    done();
  });
}

/** The maximum time for receiving the headers of a request, so that a slow client cannot hold a connection. */
const HEADERS_TIMEOUT_MS = 60_000;
/** The maximum time for receiving a whole request: 50 MB by a line of 1 Mbit/s. Small bodies have less time. */
const REQUEST_TIMEOUT_MS = 420_000;
/** The interval at which Node looks for requests that are too slow. */
const CHECK_EVERY_MS = 1000;
/** More connections would end the process, because each takes memory and an open file. */
const MAX_CONNECTIONS = 5000;
/** Not applied behind a proxy, because all connections then come from the proxy's address. */
const MAX_CONNECTIONS_PER_ADDRESS = MAX_CONNECTIONS / 5;

/** Replaces Fastify's compilers of JSON schemas. */
function refuseSchema(): never {
  throw new Error('routes have no JSON schema: the contract checks requests and answers');
}

/**
 * Creates a server without routes. All errors leave it in the envelope, and all responses have the security headers.
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
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection during the shutdown belongs to a sale, so it is served.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS, requireHostHeader: false },
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: refuseUnreadableAddress,
    // Takes long to load, and the contract checks requests and answers.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
  });
  endPipelining(app);
  handleErrors(app);
  await secureHeaders(app, settings);
  refuseUnreadRequests(app);
  refuseSlowReaders(app);
  app.server.maxConnections = MAX_CONNECTIONS;
  if (settings.http.trustProxy.length === 0) limitConnectionsOfOne(app.server, MAX_CONNECTIONS_PER_ADDRESS);
  return app;
}
