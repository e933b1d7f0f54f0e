import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/stores.ts';
import { readEndOfDay as readEndOfDayCall } from '#contract/calls/end-of-day.ts';
import type { Services } from '#server/domain/context.ts';
import { readEndOfDay } from '#server/domain/purchases/read-end-of-day.ts';
import { listMyStores } from '#server/domain/reference/list-my-stores.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeEndOfDay } from '#server/serializers/end-of-day.ts';
import { serializeStore } from '#server/serializers/store.ts';

/** The stores of the active business (§7) and their end-of-day figures. */
export function registerStoresRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listMyStores, async ({ query }, principal) => {
    const stores = await listMyStores(services, principal, query);
    return { stores: stores.map(serializeStore) };
  });

  registerRoute(app, services, readEndOfDayCall, async ({ params, query }, principal) => {
    const figures = await readEndOfDay(services, principal, { ...params, ...query });
    return { endOfDay: serializeEndOfDay(figures) };
  });
}
