import { itemsOf } from './cart-view.ts';
import { euro, linesCents } from './money.ts';
import type { Purchase, Fixture } from './fixture.ts';

/** What a purchase cost, in cents. */
export function purchaseCents({ lines }: Purchase): number {
  return linesCents(lines.values());
}

/** The purchase of an id. */
export function purchaseOf(fixture: Fixture, purchaseId: unknown): Purchase | undefined {
  return fixture.purchases.find((row) => row.purchaseId === purchaseId);
}

/** A cancelled one may be recreated, one that is not in an order may be cancelled; where neither holds, nothing is said. */
function cancelable(purchase: Purchase): true | null {
  if (purchase.status === 'CANCELLED') return true;
  return purchase.status === 'ACTIVE' && purchase.amcOrderId === null ? true : null;
}

/** A purchase as the wire carries it, with nulls for what §7 lets a server leave out. */
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
