import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from './domain/context.ts';
import { logRequests } from './http/operations/request-log.ts';
import { parseBodies } from './http/request/body-parsers.ts';
import { createServer } from './http/create-server.ts';
import { watchReplica } from './http/register/replica-reads.ts';
import { measure } from './http/operations/metrics.ts';
import { serveOperations } from './http/operations/operations.ts';
import { servePortal } from './http/portal.ts';
import { limitRates } from './http/limits/rate-limit.ts';
import { limitLongCalls } from './http/limits/slots.ts';
import { registerAccessLogRoutes } from './routes/access-log.ts';
import { registerAdminCommandRoutes } from './routes/admin-commands.ts';
import { registerAdministrationRoutes } from './routes/administration.ts';
import { registerAmcOrdersRoutes } from './routes/amc-orders.ts';
import { registerAslRoutes } from './routes/asl.ts';
import { registerAuthenticationRoutes } from './routes/authentication.ts';
import { registerBillingRoutes } from './routes/billing.ts';
import { registerBusinessesRoutes } from './routes/businesses.ts';
import { registerCartsRoutes } from './routes/carts.ts';
import { registerClosingsRoutes } from './routes/closings.ts';
import { registerFeaturesRoutes } from './routes/features.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { registerImportsRoutes } from './routes/imports.ts';
import { registerPatientsRoutes } from './routes/patients.ts';
import { registerProductsRoutes } from './routes/products.ts';
import { registerPurchasesRoutes } from './routes/purchases.ts';
import { registerSpendingRoutes } from './routes/spending.ts';
import { registerStoresRoutes } from './routes/stores.ts';
import { registerUsersRoutes } from './routes/users.ts';
import type { Settings } from './settings/types.ts';
import { registerDemoIdentityProvider } from './sign-on/demo-identity-provider/register-demo-identity-provider.ts';

interface AppOptions {
  readonly settings: Settings;
  readonly services: Services;
  /** The server's logger; without one nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** Whether the process is shutting down, so that `/readyz` answers 503. The default is never. */
  readonly isEnding?: () => boolean;
}

/** Assembles the server: contract calls, sign-on, API documentation, health, metrics and the portal. */
export async function buildApp({
  settings,
  services,
  logger,
  isEnding = () => false,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer(settings, logger);
  app.decorate('clientCredentials', settings.signOn.client);
  limitLongCalls(app, settings, services);
  logRequests(app);
  app.decorate('metrics', measure(app, services));
  if (services.replica) watchReplica(app, services.replica, app.log);
  await limitRates(app, settings.http.rateLimits);
  await parseBodies(app);
  if (settings.http.operations === 'public') await serveOperations(app, app.metrics, [app.rateLimiters.reads]);

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
  await registerImportsRoutes(app, services);
  registerAdministrationRoutes(app, services);
  registerAccessLogRoutes(app, services);
  registerClosingsRoutes(app, services);
  registerAdminCommandRoutes(app, services);
  registerSpendingRoutes(app, services);
  await servePortal(app, settings);
  return app;
}
