import { type Read, amount, enumOf, flag, id, optional, optionalListOf, record, text, timestamp } from '../wire.ts';
import { cartItem } from './cart.ts';
import { purchasePatient } from './patient.ts';

/** The values on the wire (rules §1). The screen shows COMPLETATO and STORNATO (§4). */
export const PURCHASE_STATUSES = ['ACTIVE', 'CANCELLED'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

const heading = { purchaseId: id, createTime: timestamp, itemsAmount: amount };

/** The fields of a purchase in a very long list (§2 AMC orders). `itemsAmount` is in euro. */
export const purchaseHeading = record(heading);
export type PurchaseHeading = Read<typeof purchaseHeading>;

/** A completed purchase (§3). `itemsAmount` is in euro. */
export const purchase = record({
  ...heading,
  status: enumOf(PURCHASE_STATUSES),
  cancelable: optional(flag),
  items: optionalListOf(cartItem),
  patient: optional(purchasePatient),
  dossierId: optional(id),
  business: optional(record({ businessId: id, companyName: optional(text) })),
  store: optional(record({ storeId: id, name: optional(text) })),
  voucher: optional(record({ voucherId: id, code: optional(text) })),
  /** The AMC order that contains it, unless that order was rejected. */
  amcOrderId: optional(id),
});
export type Purchase = Read<typeof purchase>;

/** The fields that the execution of a purchase must answer (§7). */
export const executedPurchase = record({ purchaseId: id, items: optionalListOf(cartItem) });

/** The fields that the execution of a cancellation may return. */
export const cancelledPurchase = record({ purchaseId: id, status: enumOf(PURCHASE_STATUSES) });
