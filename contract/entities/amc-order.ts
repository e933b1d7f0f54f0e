import { type Read, amount, id, integer, oneOf, optional, record, text, timestamp, whereReadable } from '../wire.ts';

/** How far an order is on its way through the enterprise service bus (rules §7). */
export const ESB_STATUSES = ['PENDING', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type EsbStatus = (typeof ESB_STATUSES)[number];

/** The health authority that pays an order. */
const payer = record({ aslId: id, name: text });

/** An order for the central purchasing body (§3). `amount` in euro; `esbReason` says why one was rejected. */
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
  esbStatus: optional(oneOf(ESB_STATUSES)),
  esbReason: optional(text),
});
export type AmcOrder = Read<typeof amcOrder>;

/** What would be one order: so many purchases of one store that one health authority pays. `amount` in euro. */
export const amcOrderPreview = record({
  storeId: id,
  storeCode: text,
  storeName: text,
  asl: payer,
  purchases: integer,
  amount,
});
export type AmcOrderPreview = Read<typeof amcOrderPreview>;
