import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import { registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { deleteCartProduct, putCartProduct, readCart } from './change-cart.ts';
import { findCommandCart } from './commands.ts';
import { checkCart, executeCart, recreateCart } from './create-cart.ts';
import { putCartLines } from './put-lines.ts';

/** Opening, reading, filling and recreating a cart (§7). */
export function registerCartsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.checkCart, ({ body }, principal, { kept }) =>
    checkCart(services, principal, body, (txCommand, trx) => kept(trx, body.patientId, { txCommand })),
  );

  registerRoute(app, services, calls.executeCart, ({ body }, principal, { kept }) =>
    executeCart(services, principal, body, (cart, trx) => kept(trx, cart.patient.patientId, { cart })),
  );

  registerRoute(app, services, calls.readCart, async ({ params }, principal) => ({
    cart: await readCart(services, principal, params.cartId),
  }));

  registerRoute(app, services, calls.readCartSummary, async ({ params }, principal) => ({
    cart: await readCart(services, principal, params.cartId),
  }));

  registerRoute(app, services, calls.findCommandCart, async ({ params }, principal) => ({
    cart: { cartId: await findCommandCart(services.db, principal, params.txCommandId) },
  }));

  registerRoute(app, services, calls.putCartProduct, ({ params, body }, principal, { kept }) => {
    const line = { ...params, ...body, pricePerUnit: money(body.pricePerUnit) };
    return putCartProduct(services, principal, line, (cart, trx) => kept(trx, cart.patient.patientId, { cart }));
  });

  registerRoute(app, services, calls.putCartLines, ({ params, body }, principal, { kept }) => {
    const lines = body.lines.map((line) => ({ ...line, pricePerUnit: money(line.pricePerUnit) }));
    return putCartLines(services, principal, { ...params, lines }, ({ cart, txCommand }, trx) =>
      kept(trx, cart.patient.patientId, { cart, txCommand }),
    );
  });

  registerRoute(app, services, calls.deleteCartProduct, ({ params }, principal, { kept }) =>
    deleteCartProduct(services, principal, params, (cart, trx) => kept(trx, cart.patient.patientId, { cart })),
  );

  registerRoute(app, services, calls.recreateCart, ({ body }, principal, { checked }) =>
    recreateCart(services, principal, body.purchaseId, (cart) => checked({ cart })),
  );
}
