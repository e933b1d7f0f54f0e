import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/stores.ts';
import { readEndOfDay as readEndOfDayCall } from '#contract/calls/end-of-day.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Services } from '#server/domain/context.ts';
import type { Balance } from '#server/domain/ledger/subtotals.ts';
import { readEndOfDay } from '#server/domain/purchases/read-end-of-day.ts';
import { listMyStores } from '#server/domain/reference/list-my-stores.ts';
import { registerRoute } from '#server/http/register-route.ts';
import { serializeStore } from '#server/serializers/store.ts';
import { serializeSubtotal } from '#server/serializers/subtotal.ts';

function serializeBalance({ sales, cancellations, net }: Balance) {
  return { sales: serializeSubtotal(sales), cancellations: serializeSubtotal(cancellations), total: toWire(net) };
}

/** The stores of the active business (§7) and their end-of-day figures. */
export function registerStoresRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listMyStores, async ({ query }, principal) => {
    const stores = await listMyStores(services, principal, query);
    return { stores: stores.map(serializeStore) };
  });

  registerRoute(app, services, readEndOfDayCall, async ({ params, query }, principal) => {
    const { storeId, storeName, users, ...figures } = await readEndOfDay(services, principal, { ...params, ...query });
    const ofUsers = users.map(({ username, ...balance }) => ({ username, ...serializeBalance(balance) }));
    return { endOfDay: { storeId, storeName, ...serializeBalance(figures), users: ofUsers } };
  });
}
