import { type Read, amount, date, enumOf, flag, id, listOf, optional, record, text, timestamp } from '../../wire.ts';
import { subtotal } from '../subtotal.ts';

/** The figures of a month of a health authority, for one business or all (rules §9), in euro. Cancellations are negative. */
const figures = {
  /** Purchases made in the month. */
  purchases: subtotal,
  /** Cancellations made in the month, of purchases made in the month. */
  cancellations: subtotal,
  /** Cancellations made in the month, of purchases made before it. */
  corrections: subtotal,
  /** The sum of these three, equal to the total of the month's bill. */
  total: amount,
  orders: subtotal,
  /** AMC orders that the enterprise service bus rejected in the month. */
  rejections: subtotal,
  controlTotal: text,
};
export const monthFigures = record(figures);
export type MonthFigures = Read<typeof monthFigures>;

const closable = {
  figures: monthFigures,
  /** The closing time; absent while the month is open. */
  closeTime: optional(timestamp),
};

export const businessMonth = record({ businessId: id, companyName: text, ...closable });
export type BusinessMonth = Read<typeof businessMonth>;

/** The present figures of a month of a health authority: in total and by business. */
export const aslMonth = record({
  aslId: id,
  aslName: text,
  month: date,
  isOver: flag,
  ...closable,
  businesses: listOf(businessMonth),
});
export type AslMonth = Read<typeof aslMonth>;

/** A closed month of one business or of all businesses. */
export const monthClosing = record({
  closingId: id,
  aslId: id,
  aslName: text,
  businessId: optional(id),
  companyName: optional(text),
  month: date,
  closeTime: timestamp,
  username: text,
  figures: monthFigures,
});
export type MonthClosing = Read<typeof monthClosing>;

/** The kinds of mismatch. */
export const MISMATCHES = [
  'PURCHASE_NOT_ORDERED',
  'CORRECTION_OF_ORDERED',
  'ORDER_AMOUNT_DIFFERS',
  'ORDER_UNSETTLED',
] as const;
export type MismatchKind = (typeof MISMATCHES)[number];

/** A mismatch: a purchase, an order, or both. */
export const monthMismatch = record({
  kind: enumOf(MISMATCHES),
  at: timestamp,
  purchaseId: optional(id),
  amcOrderId: optional(id),
  companyName: text,
  storeName: text,
  amount,
  /** The sum of the purchases of an order. */
  expectedAmount: optional(amount),
});
export type MonthMismatch = Read<typeof monthMismatch>;
