import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/stores.ts';
import type { Services } from '#server/domain/context.ts';
import { listMyStores } from '#server/domain/reference/list-my-stores.ts';
import { mount } from '#server/http/mount.ts';
import { toWireStore } from './to-wire-store.ts';

/** The stores of the active business (§7). */
export function registerStoresRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.listMyStores, async ({ query }, caller) => {
    const stores = await listMyStores(services, caller, query.sort);
    return { stores: stores.map(toWireStore) };
  });
}
