import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/businesses.ts';
import type { Services } from '#server/domain/context.ts';
import { listAllBusinesses, listBusinesses } from '#server/domain/reference/list-businesses.ts';
import { listMyBusinesses } from '#server/domain/reference/list-my-businesses.ts';
import { readMyBusiness } from '#server/domain/reference/read-my-business.ts';
import { mountList } from '#server/http/mount-list.ts';
import { mount } from '#server/http/mount.ts';
import { toWireStore } from './to-wire-store.ts';

/** The businesses: all of them for the store locator, the user's own, and the active one (§7). */
export function registerBusinessesRoutes(app: FastifyInstance, services: Services): void {
  mountList(app, services, calls.listBusinesses, async function* (_request, _caller, { signal }) {
    for await (const batch of listBusinesses(services, signal)) {
      yield { businesses: batch.map((business) => ({ ...business, stores: business.stores.map(toWireStore) })) };
    }
  });
  mount(app, services, calls.listAllBusinesses, async () => ({ businesses: await listAllBusinesses(services) }));
  mount(app, services, calls.listMyBusinesses, async (_request, caller) => ({
    businesses: await listMyBusinesses(services, caller),
  }));
  mount(app, services, calls.readMyBusiness, async (_request, caller) => ({
    business: await readMyBusiness(services, caller),
  }));
}
