import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/products.ts';
import type { Services } from '#server/domain/context.ts';
import { listCategories } from '#server/domain/products/list-categories.ts';
import { listManufacturers } from '#server/domain/products/list-manufacturers.ts';
import { searchProducts } from '#server/domain/products/search-products.ts';
import { registerListRoute } from '#server/http/register/register-list-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializeProduct } from '#server/serializers/product.ts';
import { serializeRows } from '#server/serializers/rows.ts';

/** Categories, manufacturers and the product search (§7). */
export function registerProductsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listCategories, async ({ query }, _principal, { readServices }) => ({
    categories: [...(await listCategories(readServices, query))],
  }));

  registerRoute(app, services, calls.listManufacturers, async ({ query }, _principal, { readServices }) => ({
    manufacturers: [...(await listManufacturers(readServices, query))],
  }));

  registerListRoute(
    app,
    services,
    calls.searchProducts,
    async function* ({ query }, _principal, { leaveOut, signal, readServices }) {
      const found = await searchProducts(readServices, query, signal);
      for await (const batch of found.batches) {
        const products = serializeRows(batch, ({ productId }) => productId, serializeProduct, leaveOut);
        yield { products, pagination: serializePagination(found) };
      }
    },
  );
}
