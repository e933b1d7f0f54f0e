import { type Read, amount, flag, id, oneOf, optional, optionalListOf, record, text, timestamp } from '../wire.ts';
import { cartItem } from './cart.ts';
import { purchasePatient } from './patient.ts';

/** On the wire (decisions §1); shown as COMPLETATO and STORNATO (§4). */
export const PURCHASE_STATUSES = ['ACTIVE', 'CANCELLED'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** A completed purchase (§3). `itemsAmount` in euro. */
export const purchase = record({
  purchaseId: id,
  createTime: timestamp,
  itemsAmount: amount,
  status: oneOf(PURCHASE_STATUSES),
  cancelable: optional(flag),
  items: optionalListOf(cartItem),
  patient: optional(purchasePatient),
  dossierId: optional(id),
  business: optional(record({ businessId: id, companyName: optional(text) })),
  store: optional(record({ storeId: id, name: optional(text) })),
});
export type Purchase = Read<typeof purchase>;

/** All that the execution of a purchase must answer (§7). */
export const executedPurchase = record({ purchaseId: id, items: optionalListOf(cartItem) });
