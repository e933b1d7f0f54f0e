import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/products.ts';
import { serializePagination } from '#server/http/answers.ts';
import { registerListRoute, registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { listCategories, listManufacturers } from './filters.ts';
import { searchProducts } from './search-products.ts';

/** Categories, manufacturers and the product search (§7). */
export function registerProductsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listCategories, async ({ query }) => ({
    categories: await listCategories(services, query),
  }));

  registerRoute(app, services, calls.listManufacturers, async ({ query }) => ({
    manufacturers: await listManufacturers(services, query),
  }));

  registerListRoute(app, services, calls.searchProducts, async function* ({ query }, _principal, { leaveOut, signal }) {
    const found = await searchProducts(services, query, signal);
    for await (const { rows: products, unreadable } of found.batches) {
      leaveOut(unreadable);
      yield { products, pagination: serializePagination(found) };
    }
  });
}
