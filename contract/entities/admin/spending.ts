import { type Read, amount, date, id, integer, listOf, oneOf, optional, record, text, timestamp } from '../../wire.ts';
import { subtotal } from '../subtotal.ts';

/** By what spending is summed up. */
export const SPENDING_GROUPS = ['month', 'asl', 'business', 'dossierType', 'city'] as const;
export type SpendingGroup = (typeof SPENDING_GROUPS)[number];

/** Sales, and cancellations in the month in which they happened, which are negative; and what remains. */
const figures = { purchases: subtotal, cancellations: subtotal, total: amount };

/** What one group has come to; `key` is the id, the first day of the month, the kind or the city itself. */
export const spendingRow = record({ key: text, name: text, ...figures });
export type SpendingRow = Read<typeof spendingRow>;

/** What was spent in some months. `asOf` is absent until the sums have been brought up to date for the first time. */
export const spending = record({ rows: listOf(spendingRow), ...figures, asOf: optional(timestamp) });
export type Spending = Read<typeof spending>;

/** What is looked for in sales, PINs and cancellations (rules §9). */
export const FINDING_RULES = ['UNIT_PRICE', 'WRONG_PINS', 'CANCELLATIONS'] as const;

/** Something odd in a month, with the rule that found it. It names no patient. */
export const finding = record({
  findingId: text,
  rule: oneOf(FINDING_RULES),
  /** Times the reference price, wrong PINs, or per cent of the purchases. */
  threshold: integer,
  /** How many it takes at least, where the threshold is a share. */
  least: optional(integer),
  month: date,
  businessId: id,
  companyName: text,
  productId: optional(id),
  productName: optional(text),
  userId: optional(id),
  username: optional(text),
  /** Product lines, wrong PINs or cancellations. */
  count: integer,
  /** Of the same month and business. */
  purchases: optional(integer),
  /** The unit price that is farthest above the reference price, and that one. */
  unitPrice: optional(amount),
  referencePrice: optional(amount),
});
export type Finding = Read<typeof finding>;
