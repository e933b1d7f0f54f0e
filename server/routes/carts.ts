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
import { mount } from '#server/http/mount.ts';
import { toWireCart, toWireCartSummary } from './to-wire-cart.ts';

/** Opening, reading, filling and recreating a cart (§7). */
export function registerCartsRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.checkCart, async ({ body }, caller) => ({
    txCommand: await checkCart(services, caller, body),
  }));

  mount(app, services, calls.executeCart, ({ body }, caller, { checked }) =>
    executeCart(services, caller, body, (cart) => checked({ cart: toWireCart(cart) })),
  );

  mount(app, services, calls.readCart, async ({ params }, caller) => ({
    cart: toWireCart(await readCart(services, caller, params.cartId)),
  }));

  mount(app, services, calls.readCartSummary, async ({ params }, caller) => ({
    cart: toWireCartSummary(await readCart(services, caller, params.cartId)),
  }));

  mount(app, services, calls.putCartProduct, ({ params, body }, caller, { checked }) => {
    const { productId, pricePerUnit, quantity } = body;
    const line = { cartId: params.cartId, productId, unitPrice: money(pricePerUnit), quantity };
    return putCartProduct(services, caller, line, (cart) => checked({ cart: toWireCart(cart) }));
  });

  mount(app, services, calls.deleteCartProduct, ({ params }, caller, { checked }) =>
    deleteCartProduct(services, caller, params, (cart) => checked({ cart: toWireCart(cart) })),
  );

  mount(app, services, calls.recreateCart, ({ body }, caller, { checked }) =>
    recreateCart(services, caller, body.purchaseId, (cart) => checked({ cart: toWireCart(cart) })),
  );
}
