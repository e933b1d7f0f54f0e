import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import { registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { deleteCartProduct, putCartProduct, readCart } from './change-cart.ts';
import { checkCart, executeCart, recreateCart } from './create-cart.ts';
import { serializeCart, serializeCartSummary } from './cart.ts';

/** Opening, reading, filling and recreating a cart (§7). */
export function registerCartsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.checkCart, async ({ body }, principal) => ({
    txCommand: await checkCart(services, principal, body),
  }));

  registerRoute(app, services, calls.executeCart, ({ body }, principal, { checked }) =>
    executeCart(services, principal, body, (cart) => checked({ cart: serializeCart(cart) })),
  );

  registerRoute(app, services, calls.readCart, async ({ params }, principal) => ({
    cart: serializeCart(await readCart(services, principal, params.cartId)),
  }));

  registerRoute(app, services, calls.readCartSummary, async ({ params }, principal) => ({
    cart: serializeCartSummary(await readCart(services, principal, params.cartId)),
  }));

  registerRoute(app, services, calls.putCartProduct, ({ params, body }, principal, { checked }) => {
    const { productId, pricePerUnit, quantity } = body;
    const line = { cartId: params.cartId, productId, unitPrice: money(pricePerUnit), quantity };
    return putCartProduct(services, principal, line, (cart) => checked({ cart: serializeCart(cart) }));
  });

  registerRoute(app, services, calls.deleteCartProduct, ({ params }, principal, { checked }) =>
    deleteCartProduct(services, principal, params, (cart) => checked({ cart: serializeCart(cart) })),
  );

  registerRoute(app, services, calls.recreateCart, ({ body }, principal, { checked }) =>
    recreateCart(services, principal, body.purchaseId, (cart) => checked({ cart: serializeCart(cart) })),
  );
}
