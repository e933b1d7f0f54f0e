import { itemsOf } from './cart-view.ts';
import { euro, linesCents } from './money.ts';
import type { Purchase, Fixture } from './fixture.ts';

/** The amount of a purchase, in cents. */
export function purchaseCents({ lines }: Purchase): number {
  return linesCents(lines.values());
}

/** Finds a purchase by id. */
export function purchaseOf(fixture: Fixture, purchaseId: unknown): Purchase | undefined {
  return fixture.purchases.find((row) => row.purchaseId === purchaseId);
}

/** A cancelled purchase can be recreated, and one without an order can be cancelled. Otherwise the field is null. */
function cancelable(purchase: Purchase): true | null {
  if (purchase.status === 'CANCELLED') return true;
  return purchase.status === 'ACTIVE' && purchase.amcOrderId === null ? true : null;
}

/** A purchase in wire format, with null for the fields that §7 makes optional. */
export function purchaseView(purchase: Purchase) {
  const { firstName, fiscalCode, patientId } = purchase.patient;
  return {
    purchaseId: purchase.purchaseId,
    createTime: purchase.createTime,
    itemsAmount: euro(purchaseCents(purchase)),
    status: purchase.status,
    cancelable: cancelable(purchase),
    items: itemsOf(purchase.lines.values()),
    patient: { firstName, lastName: null, fiscalCode },
    dossierId: `pratica ${patientId}`,
    business: null,
    store: null,
    till: 4,
  };
}
