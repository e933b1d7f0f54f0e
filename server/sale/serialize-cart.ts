import type { cart, cartItem, cartSummary } from '#contract/entities/cart.ts';
import { toWire } from '#contract/rules/money.ts';
import { serializePatient } from '#server/patients/patient.ts';
import { serializeProduct } from '#server/products/product.ts';
import type { Sent } from '#contract/wire.ts';
import type { Cart, Line } from './cart.ts';

export function serializeLine({ quantity, unitPrice, total, product }: Line): Sent<typeof cartItem> {
  return {
    quantity,
    pricePerUnit: toWire(unitPrice),
    totalPrice: toWire(total),
    product: serializeProduct(product),
  };
}

export function serializeCart(from: Cart): Sent<typeof cart> {
  return {
    cartId: from.cartId,
    items: from.lines.map(serializeLine),
    residualAmount: toWire(from.residualAmount),
    voucherInitialAmount: toWire(from.voucherInitialAmount),
    patient: serializePatient(from.patient),
    store: from.store,
    voucher: from.voucher,
  };
}

/** A cart with the sum of its lines, and its purchase once it is bought. */
export function serializeCartSummary(from: Cart): Sent<typeof cartSummary> {
  const purchase = from.purchaseId === null ? {} : { purchaseId: from.purchaseId };
  return { ...serializeCart(from), itemsAmount: toWire(from.itemsAmount), ...purchase };
}
