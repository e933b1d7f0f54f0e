import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, pagination, subtotal } from '../entities/shared.ts';
import { aslId, businessId, described, dossierType, EVERY_FORMAT, fileFormat, page, smallSize } from '../request.ts';
import { amount, date, enumOf, id, integer, listOf, optional, type Read, record, text } from '../wire.ts';
import { month } from './fields.ts';

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

const access = ['OPERATOR'] as const;
const parties = {
  monthStart: described(month, { description: 'Any day of the first month: YYYY-MM-DD.', example: '2026-01-01' }),
  monthEnd: described(month, { description: 'Any day of the last month: YYYY-MM-DD.', example: '2026-11-01' }),
  aslId: z.optional(aslId),
  businessId: z.optional(businessId),
};
const query = z.strictObject({
  ...parties,
  type: z.optional(dossierType),
  by: described(z.enum(SPENDING_GROUPS), { description: 'What spending is grouped by.', example: 'month' }),
});

export const readSpending = defineCall({
  name: 'admin-spending.read',
  method: 'GET',
  path: '/api/v1/extra/admin/spending',
  summary: 'Extra: what was spent in some months, by month, authority, business, kind of dossier or city.',
  access,
  query,
  answer: record({ spending }),
});

export const downloadSpending = defineCall({
  name: 'admin-spending.download',
  method: 'GET',
  path: '/api/v1/extra/admin/spending/csv',
  summary: 'Extra: the same as CSV or XLSX.',
  access,
  query: z.extend(query, { format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const searchFindings = defineCall({
  name: 'admin-findings.search',
  method: 'GET',
  path: '/api/v1/extra/admin/findings',
  summary: 'Extra: the findings of some months, each with the rule that found it, newest month first.',
  access,
  rate: 'search',
  query: z.strictObject({ ...parties, page, size: smallSize }),
  answer: record({ rows: listOf(finding), pagination }),
});

export const downloadFindings = defineCall({
  name: 'admin-findings.export',
  method: 'GET',
  path: '/api/v1/extra/admin/findings/csv',
  summary: 'Extra: the same as CSV or XLSX.',
  access,
  query: z.strictObject({ ...parties, format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});
