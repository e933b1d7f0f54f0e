import { type Read, amount, date, enumOf, id, integer, listOf, optional, record, text } from '../../wire.ts';
import { subtotal } from '../subtotal.ts';

/** The criteria by which spending can be grouped. */
export const SPENDING_GROUPS = ['month', 'asl', 'business', 'dossierType', 'city'] as const;
export type SpendingGroup = (typeof SPENDING_GROUPS)[number];

/** Purchases, cancellations (negative, in the month in which they were made) and their total. */
const figures = { purchases: subtotal, cancellations: subtotal, total: amount };

/** The spending of one group. `key` is an id, the first day of a month, a dossier type or a city. */
export const spendingRow = record({ key: text, name: text, ...figures });
export type SpendingRow = Read<typeof spendingRow>;

/** Spending over several months. */
export const spending = record({ rows: listOf(spendingRow), ...figures });
export type Spending = Read<typeof spending>;

/** The checks that look for unusual sales, PIN attempts and cancellations (rules §9). */
export const FINDING_RULES = ['UNIT_PRICE', 'WRONG_PINS', 'CANCELLATIONS'] as const;

/** An unusual event in a month and the check that found it. It names no patient. */
export const finding = record({
  findingId: text,
  rule: enumOf(FINDING_RULES),
  /** A multiple of the reference price, a number of wrong PINs, or a percentage of the purchases. */
  threshold: integer,
  /** The minimum number of cancellations when the threshold is a percentage. */
  least: optional(integer),
  month: date,
  businessId: id,
  companyName: text,
  productId: optional(id),
  productName: optional(text),
  userId: optional(id),
  username: optional(text),
  /** The number of product lines, wrong PINs or cancellations. */
  count: integer,
  /** The number of purchases in the same month and business. */
  purchases: optional(integer),
  /** The unit price that exceeds the reference price most, and that reference price. */
  unitPrice: optional(amount),
  referencePrice: optional(amount),
});
export type Finding = Read<typeof finding>;
