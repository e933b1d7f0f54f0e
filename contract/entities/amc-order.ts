import { type Read, amount, enumOf, id, integer, optional, record, text, timestamp, whereReadable } from '../wire.ts';

/** The delivery status of an order on the enterprise service bus (rules §7). */
export const ESB_STATUSES = ['PENDING', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type EsbStatus = (typeof ESB_STATUSES)[number];

/** The health authority that pays an order. */
const payer = record({ aslId: id, name: text });

/** An order for the central purchasing body (§3). `amount` is in euro; `esbReason` is the reason of a rejection. */
export const amcOrder = record({
  amcOrderId: id,
  businessId: whereReadable(id),
  businessName: optional(text),
  storeCode: optional(text),
  storeName: optional(text),
  asl: optional(payer),
  districtCode: optional(text),
  orderDate: optional(timestamp),
  amount: optional(amount),
  esbStatus: optional(enumOf(ESB_STATUSES)),
  esbReason: optional(text),
});
export type AmcOrder = Read<typeof amcOrder>;

/**
 * The preview of one order: the number of purchases of one store that one health authority pays. `amount` is in euro.
 */
export const amcOrderPreview = record({
  storeId: id,
  storeCode: text,
  storeName: text,
  asl: payer,
  purchases: integer,
  amount,
});
export type AmcOrderPreview = Read<typeof amcOrderPreview>;
