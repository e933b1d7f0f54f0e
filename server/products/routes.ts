import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/products.ts';
import { serializePagination } from '#server/http/answers.ts';
import { registerListRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { listCategories, listManufacturers } from './filters.ts';
import { searchProducts } from './search-products.ts';

/** Categories, manufacturers and the product search (§7). */
export function registerProductsRoutes(app: FastifyInstance, services: Services): void {
  registerListRoute(app, services, calls.listCategories, async function* ({ query }, _principal, { signal }) {
    for await (const categories of listCategories(services, query, signal)) yield { categories: [...categories] };
  });

  registerListRoute(app, services, calls.listManufacturers, async function* ({ query }, _principal, { signal }) {
    for await (const manufacturers of listManufacturers(services, query, signal))
      yield { manufacturers: [...manufacturers] };
  });

  registerListRoute(app, services, calls.searchProducts, async function* ({ query }, _principal, { leaveOut, signal }) {
    const found = await searchProducts(services, query, signal);
    for await (const { rows: products, unreadable } of found.batches) {
      leaveOut(unreadable);
      yield { products, pagination: serializePagination(found) };
    }
  });
}
