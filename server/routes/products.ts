import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/products.ts';
import type { Services } from '#server/domain/context.ts';
import { listCategories } from '#server/domain/products/list-categories.ts';
import { listManufacturers } from '#server/domain/products/list-manufacturers.ts';
import { searchProducts } from '#server/domain/products/search-products.ts';
import { mountList } from '#server/http/mount-list.ts';
import { mount } from '#server/http/mount.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWireProduct } from './to-wire-product.ts';
import { toWireRows } from './to-wire-rows.ts';

/** Categories, manufacturers and the product search (§7). */
export function registerProductsRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.listCategories, async ({ query }) => ({
    categories: [...(await listCategories(services, query))],
  }));

  mount(app, services, calls.listManufacturers, async ({ query }) => ({
    manufacturers: [...(await listManufacturers(services, query))],
  }));

  mountList(app, services, calls.searchProducts, async function* ({ query }, _caller, { leaveOut, signal }) {
    const found = await searchProducts(services, query, signal);
    for await (const batch of found.batches) {
      const products = toWireRows(batch, ({ productId }) => productId, toWireProduct, leaveOut);
      yield { products, pagination: toWirePagination(found) };
    }
  });
}
