import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Services } from './domain/context.ts';
import { logAccess } from './http/access-log.ts';
import { BODY_LIMIT } from './http/body-limit.ts';
import { parseBodies } from './http/body-parsers.ts';
import { DocumentSlots } from './http/document-slots.ts';
import { handleErrors } from './http/error-handler.ts';
import { measure } from './http/metrics.ts';
import { serveOperations } from './http/operations.ts';
import { servePortal } from './http/portal.ts';
import { limitRates } from './http/rate-limit.ts';
import { secureHeaders } from './http/security-headers.ts';
import { registerAmcOrdersRoutes } from './routes/amc-orders.ts';
import { registerAslRoutes } from './routes/asl.ts';
import { registerAuthenticationRoutes } from './routes/authentication.ts';
import { registerBillingRoutes } from './routes/billing.ts';
import { registerBusinessesRoutes } from './routes/businesses.ts';
import { registerCartsRoutes } from './routes/carts.ts';
import { registerFeaturesRoutes } from './routes/features.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { registerPatientsRoutes } from './routes/patients.ts';
import { registerProductsRoutes } from './routes/products.ts';
import { registerPurchasesRoutes } from './routes/purchases.ts';
import { registerStoresRoutes } from './routes/stores.ts';
import { registerUsersRoutes } from './routes/users.ts';
import {
  LONGEST_ADDRESS,
  refuseOnSocket,
  refuseUnreadRequests,
  refuseUnreadableAddress,
} from './http/unread-requests.ts';
import type { Settings } from './settings.ts';
import { registerDemoIdentityProvider } from './sign-on/demo-identity-provider/register-demo-identity-provider.ts';

/** Longest wait, in milliseconds, for a whole request to arrive, so that a slow client cannot hold a connection. */
const REQUEST_TIMEOUT = 60_000;
/** How often, in milliseconds, to look for requests that take longer to arrive. */
const LOOK_FOR_SLOW = 1000;

interface AppOptions {
  readonly settings: Settings;
  readonly services: Services;
  /** Where the server logs; nowhere when not given. */
  readonly logger?: FastifyBaseLogger;
  /** Whether the process has been told to end, so that nobody should send it more; never when not given. */
  readonly isEnding?: () => boolean;
}

/** Assembles the server: calls of the contract, sign-on, API documentation, health, metrics and the portal. */
export async function buildApp({
  settings,
  services,
  logger,
  isEnding = () => false,
}: AppOptions): Promise<FastifyInstance> {
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
  app.decorate('clientCredentials', settings.signOn.client);
  app.decorate('documentSlots', new DocumentSlots(settings.http.documents));
  handleErrors(app);
  logAccess(app);
  app.decorate('metrics', measure(app, services));
  await secureHeaders(app, settings);
  refuseUnreadRequests(app);
  await limitRates(app, settings.http.rateLimits);
  await parseBodies(app);
  if (settings.http.operations === 'public') await serveOperations(app, app.metrics);

  registerHealthRoutes(app, services, isEnding);
  registerAuthenticationRoutes(app, services, settings.signOn);
  if (settings.signOn.identityProvider.kind === 'demonstration') {
    registerDemoIdentityProvider(app, services, settings.signOn);
  }
  registerUsersRoutes(app, services);
  registerFeaturesRoutes(app, services);
  registerBusinessesRoutes(app, services);
  registerStoresRoutes(app, services);
  registerAslRoutes(app, services);
  registerPatientsRoutes(app, services);
  registerProductsRoutes(app, services);
  registerCartsRoutes(app, services);
  registerPurchasesRoutes(app, services);
  registerBillingRoutes(app, services);
  registerAmcOrdersRoutes(app, services);
  await servePortal(app, settings);
  return app;
}
