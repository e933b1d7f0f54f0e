import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/stores.ts';
import { readEndOfDay as readEndOfDayCall } from '#contract/calls/end-of-day.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Services } from '#server/domain/context.ts';
import type { Balance } from '#server/domain/ledger/subtotals.ts';
import { readEndOfDay } from '#server/domain/purchases/read-end-of-day.ts';
import { listMyStores } from '#server/domain/reference/list-my-stores.ts';
import { mount } from '#server/http/mount.ts';
import { toWireStore } from './to-wire-store.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

function toWireBalance({ sales, cancellations, net }: Balance) {
  return { sales: toWireSubtotal(sales), cancellations: toWireSubtotal(cancellations), total: toWire(net) };
}

/** The stores of the active business (§7), and the end of their days. */
export function registerStoresRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.listMyStores, async ({ query }, caller) => {
    const stores = await listMyStores(services, caller, query);
    return { stores: stores.map(toWireStore) };
  });

  mount(app, services, readEndOfDayCall, async ({ params, query }, caller) => {
    const { storeId, storeName, users, ...figures } = await readEndOfDay(services, caller, { ...params, ...query });
    const ofUsers = users.map(({ username, ...balance }) => ({ username, ...toWireBalance(balance) }));
    return { endOfDay: { storeId, storeName, ...toWireBalance(figures), users: ofUsers } };
  });
}
