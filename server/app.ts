import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from './services.ts';
import { logRequests } from '#server/http/logs.ts';
import { parseBodies } from '#server/http/bodies.ts';
import { createServer } from '#server/http/create-server.ts';
import { measure, serveOperations } from '#server/http/operations.ts';
import { servePortal } from './http/portal.ts';
import { limitLongCalls, limitRates } from '#server/http/limits.ts';
import { registerAccessLogRoutes } from '#server/access-log/routes.ts';
import { registerAdminCommandRoutes, registerAdministrationRoutes } from '#server/administration/routes.ts';
import { registerAmcOrdersRoutes } from '#server/amc-orders/routes.ts';
import {
  registerAslRoutes,
  registerKindsRoutes,
  registerBusinessesRoutes,
  registerFeaturesRoutes,
  registerHealthRoutes,
  registerStoresRoutes,
  registerUsersRoutes,
} from '#server/reference/routes.ts';
import { registerAuthenticationRoutes } from '#server/sign-on/routes.ts';
import { registerBillingRoutes, registerClosingsRoutes, registerSpendingRoutes } from '#server/ledger/routes.ts';
import { registerCartsRoutes } from '#server/sale/routes.ts';
import { registerImportsRoutes } from '#server/imports/routes.ts';
import { registerOpenDataRoutes } from '#server/open-data/routes.ts';
import { registerPatientsRoutes } from '#server/patients/routes.ts';
import { registerProductsRoutes } from '#server/products/routes.ts';
import { registerPurchasesRoutes } from '#server/purchases/routes.ts';
import { registerTillsRoutes } from '#server/tills/routes.ts';
import type { Settings } from './settings/settings.ts';

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
  const { spanCollector } = settings.http;
  if (spanCollector !== undefined) {
    const { exportSpans } = await import('#server/http/spans.ts');
    await exportSpans(app, spanCollector);
  }
  app.decorate('clientCredentials', settings.signOn.client);
  limitLongCalls(app, settings, services);
  logRequests(app);
  app.decorate('metrics', measure(app, services));
  await limitRates(app, settings.http.rateLimits);
  await parseBodies(app);
  let tokenPath: string | undefined;
  if (settings.signOn.identityProvider.kind === 'demonstration') {
    services.demonstration?.registerIdentityProvider(app, services, settings.signOn);
    if (settings.http.operations === 'public') {
      services.demonstration?.registerToken(app, services, settings.signOn);
      tokenPath = services.demonstration?.tokenPath;
    }
  }
  if (settings.http.operations === 'public')
    await serveOperations(app, app.metrics, [app.rateLimiters.reads], tokenPath);

  registerHealthRoutes(app, services, isEnding);
  registerAuthenticationRoutes(app, services, settings.signOn);
  registerTillsRoutes(app, services, settings.signOn.publicUrl);
  registerUsersRoutes(app, services);
  registerFeaturesRoutes(app, services);
  registerBusinessesRoutes(app, services);
  registerStoresRoutes(app, services);
  registerAslRoutes(app, services);
  registerKindsRoutes(app, services);
  registerPatientsRoutes(app, services);
  registerProductsRoutes(app, services);
  registerOpenDataRoutes(app, services, settings);
  registerCartsRoutes(app, services);
  registerPurchasesRoutes(app, services, settings.signOn.portalUrl);
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
