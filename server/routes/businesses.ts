import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/businesses.ts';
import type { Services } from '#server/domain/context.ts';
import { listAllBusinesses, listBusinesses } from '#server/domain/reference/list-businesses.ts';
import { listMyBusinesses } from '#server/domain/reference/list-my-businesses.ts';
import { readMyBusiness } from '#server/domain/reference/read-my-business.ts';
import { registerListRoute } from '#server/http/register/register-list-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeStore } from '#server/serializers/store.ts';

/** All businesses for the store locator, the user's own, and the active one (§7). */
export function registerBusinessesRoutes(app: FastifyInstance, services: Services): void {
  registerListRoute(
    app,
    services,
    calls.listBusinesses,
    async function* (_request, _principal, { signal, readServices }) {
      for await (const batch of listBusinesses(readServices, signal)) {
        yield { businesses: batch.map((business) => ({ ...business, stores: business.stores.map(serializeStore) })) };
      }
    },
  );
  registerRoute(app, services, calls.listAllBusinesses, async (_request, _principal, { readServices }) => ({
    businesses: await listAllBusinesses(readServices),
  }));
  registerRoute(app, services, calls.listMyBusinesses, async (_request, principal) => ({
    businesses: await listMyBusinesses(services, principal),
  }));
  registerRoute(app, services, calls.readMyBusiness, async (_request, principal) => ({
    business: await readMyBusiness(services, principal),
  }));
}
