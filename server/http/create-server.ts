import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '#server/settings.ts';
import { BODY_LIMIT } from './body-limit.ts';
import { handleErrors } from './error-handler.ts';
import { secureHeaders } from './security-headers.ts';
import { LONGEST_ADDRESS, refuseOnSocket, refuseUnreadRequests, refuseUnreadableAddress } from './unread-requests.ts';

/** Longest wait, in milliseconds, for a whole request to arrive, so that a slow client cannot hold a connection. */
const REQUEST_TIMEOUT = 60_000;
/** How often, in milliseconds, to look for requests that take longer to arrive. */
const LOOK_FOR_SLOW = 1000;

/**
 * A server without routes: whatever it cannot read or do leaves in the envelope, and every answer has the security
 * headers.
 * @param logger where it logs; nowhere when not given
 */
export async function createServer(
  settings: Settings,
  logger: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: [...settings.http.trustProxy],
    requestTimeout: REQUEST_TIMEOUT,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // What still arrives on a connection that is kept open belongs to a sale under way.
    return503OnClosing: false,
    http: { connectionsCheckingInterval: LOOK_FOR_SLOW, requireHostHeader: false },
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: refuseUnreadableAddress,
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
  });
  handleErrors(app);
  await secureHeaders(app, settings);
  refuseUnreadRequests(app);
  return app;
}
