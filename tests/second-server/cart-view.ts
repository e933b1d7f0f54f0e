import { euro, lineCents } from './money.ts';
import { productRow } from './search-routes.ts';
import type { Cart } from './world.ts';

/** What the cart's lines cost together, in cents. */
export function cartCents(cart: Cart): number {
  return [...cart.lines.values()].reduce((sum, line) => sum + lineCents(line.quantity, line.pricePerUnit), 0);
}

/** The lines of a cart as the wire carries them; null where there are none. */
export function cartItems(cart: Cart) {
  if (cart.lines.size === 0) return null;
  return [...cart.lines.values()].map((line) => ({
    quantity: line.quantity,
    pricePerUnit: line.pricePerUnit,
    totalPrice: euro(lineCents(line.quantity, line.pricePerUnit)),
    product: productRow(line.product),
    vat: null,
  }));
}

/** A cart as the wire carries it; its patient is left out (decisions §1). */
export function cartView(cart: Cart) {
  const spent = cart.purchaseId === null ? cartCents(cart) : 0;
  return {
    cartId: cart.cartId,
    items: cartItems(cart),
    residualAmount: euro(cart.patient.residualCents - spent),
    voucherInitialAmount: euro(cart.patient.initialCents),
    patient: null,
    state: 'OPEN',
  };
}
