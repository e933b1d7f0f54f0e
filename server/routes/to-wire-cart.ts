import type { cart, cartSummary } from '#contract/entities/cart.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Cart } from '#server/domain/carts/cart.ts';
import { toWireLine } from './to-wire-line.ts';
import { toWirePatient } from './to-wire-patient.ts';

/** A cart as it goes on the wire. */
export function toWireCart(from: Cart): Sent<typeof cart> {
  return {
    cartId: from.cartId,
    items: from.lines.map(toWireLine),
    residualAmount: toWire(from.residualAmount),
    voucherInitialAmount: toWire(from.voucherInitialAmount),
    patient: toWirePatient(from.patient),
    store: from.store,
    voucher: from.voucher,
  };
}

/** A cart's summary as it goes on the wire: with what it spends, and its purchase once bought. */
export function toWireCartSummary(from: Cart): Sent<typeof cartSummary> {
  const purchase = from.purchaseId === null ? {} : { purchaseId: from.purchaseId };
  return { ...toWireCart(from), itemsAmount: toWire(from.itemsAmount), ...purchase };
}
