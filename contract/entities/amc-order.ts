import { type Read, amount, id, oneOf, optional, record, text, timestamp } from '../wire.ts';

/** How far an order is on its way through the enterprise service bus (decisions §7). */
export const ESB_STATUSES = ['PENDING', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type EsbStatus = (typeof ESB_STATUSES)[number];

/** An order for the central purchasing body (§3). `amount` in euro; `esbReason` says why one was rejected. */
export const amcOrder = record({
  amcOrderId: id,
  businessName: optional(text),
  storeCode: optional(text),
  districtCode: optional(text),
  orderDate: optional(timestamp),
  amount: optional(amount),
  esbStatus: optional(oneOf(ESB_STATUSES)),
  esbReason: optional(text),
});
export type AmcOrder = Read<typeof amcOrder>;
