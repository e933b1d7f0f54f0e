import { type Read, amount, date, flag, id, listOf, oneOf, optional, record, text, timestamp } from '../../wire.ts';
import { subtotal } from '../subtotal.ts';

/** What a month has of a health authority, of one business or of all (rules §9). What is taken back is negative; euro. */
const figures = {
  /** Sold in the month. */
  purchases: subtotal,
  /** Cancelled in the month, of purchases of the month. */
  cancellations: subtotal,
  /** Cancelled in the month, of purchases made before it. */
  corrections: subtotal,
  /** Of these three, as the bill of the month has it. */
  total: amount,
  /** AMC orders made in the month. */
  orders: subtotal,
  /** AMC orders that the bus rejected in the month. */
  rejections: subtotal,
  controlTotal: text,
};
export const monthFigures = record(figures);
export type MonthFigures = Read<typeof monthFigures>;

const closable = {
  figures: monthFigures,
  /** When it was closed; absent while it is open. */
  closeTime: optional(timestamp),
};

export const businessMonth = record({ businessId: id, companyName: text, ...closable });
export type BusinessMonth = Read<typeof businessMonth>;

/** A month of a health authority as it stands: in all, and by business. */
export const aslMonth = record({
  aslId: id,
  aslName: text,
  month: date,
  isOver: flag,
  ...closable,
  businesses: listOf(businessMonth),
});
export type AslMonth = Read<typeof aslMonth>;

/** A month that is closed for good: of one business, or of all. */
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

/** Why something does not match. */
export const MISMATCHES = [
  'PURCHASE_NOT_ORDERED',
  'CORRECTION_OF_ORDERED',
  'ORDER_AMOUNT_DIFFERS',
  'ORDER_UNSETTLED',
] as const;
export type MismatchKind = (typeof MISMATCHES)[number];

/** What does not match, by name: a purchase, an order, or both. */
export const monthMismatch = record({
  kind: oneOf(MISMATCHES),
  at: timestamp,
  purchaseId: optional(id),
  amcOrderId: optional(id),
  companyName: text,
  storeName: text,
  amount,
  /** What the purchases of an order come to. */
  expectedAmount: optional(amount),
});
export type MonthMismatch = Read<typeof monthMismatch>;
