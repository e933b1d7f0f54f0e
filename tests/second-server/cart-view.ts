import { euro, lineCents, linesCents } from './money.ts';
import { productRow } from './search-routes.ts';
import type { Cart, Line } from './fixture.ts';

/** The total of a cart's lines, in cents. */
export function cartCents(cart: Cart): number {
  return linesCents(cart.lines.values());
}

/** Lines in wire format; null if there are none. */
export function itemsOf(lines: Iterable<Line>) {
  const items = [...lines].map((line) => ({
    quantity: line.quantity,
    pricePerUnit: line.pricePerUnit,
    totalPrice: euro(lineCents(line.quantity, line.pricePerUnit)),
    product: productRow(line.product),
    vat: null,
  }));
  return items.length === 0 ? null : items;
}

/** A cart in wire format, without its patient (rules §1). */
export function cartView(cart: Cart) {
  const spent = cart.purchaseId === null ? cartCents(cart) : 0;
  return {
    cartId: cart.cartId,
    items: itemsOf(cart.lines.values()),
    residualAmount: euro(cart.patient.residualCents - spent),
    voucherInitialAmount: euro(cart.patient.initialCents),
    patient: null,
    state: 'OPEN',
  };
}
