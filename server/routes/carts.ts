import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import { checkCart } from '#server/domain/carts/check-cart.ts';
import { deleteCartProduct } from '#server/domain/carts/delete-cart-product.ts';
import { executeCart } from '#server/domain/carts/execute-cart.ts';
import { putCartProduct } from '#server/domain/carts/put-cart-product.ts';
import { readCart } from '#server/domain/carts/read-cart.ts';
import { recreateCart } from '#server/domain/carts/recreate-cart.ts';
import type { Services } from '#server/domain/context.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeCart, serializeCartSummary } from '#server/serializers/cart.ts';

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
