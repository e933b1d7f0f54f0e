import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, pagination, subtotal } from '../entities/shared.ts';
import { aslId, businessId, described, EVERY_FORMAT, fileFormat, page, shortText, smallSize } from '../request.ts';
import { amount, date, enumOf, flag, id, listOf, optional, type Read, record, text, timestamp } from '../wire.ts';
import { month } from './fields.ts';

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

const access = ['OPERATOR'] as const;
const path = '/api/v1/extra/admin/closings';
const meant = { aslId, businessId: z.optional(businessId), month };

/** The figures that the operator saw. If they have changed since then, the server closes nothing. */
const shownFigures = z.strictObject({
  controlTotal: shortText,
  /** Sums of the AMC orders and of their rejections. The control total does not include them. */
  ordersAmount: z.number(),
  rejectionsAmount: z.number(),
});

const ofClosings = { aslId: z.optional(aslId), businessId: z.optional(businessId), month: z.optional(month) };

export const searchClosings = defineCall({
  name: 'admin-closings.search',
  method: 'GET',
  path,
  summary: 'Extra: the closed months, newest first.',
  access,
  rate: 'search',
  query: z.strictObject({ ...ofClosings, page, size: smallSize }),
  answer: record({ rows: listOf(monthClosing), pagination }),
});

export const downloadClosings = defineCall({
  name: 'admin-closings.export',
  method: 'GET',
  path: `${path}/csv`,
  summary: 'Extra: the closed months as CSV or XLSX.',
  access,
  query: z.strictObject({ ...ofClosings, format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const readMonthFigures = defineCall({
  name: 'admin-closings.readFigures',
  method: 'GET',
  path: `${path}/figures`,
  summary: 'Extra: the figures of one month of a health authority, in total and by business.',
  access,
  query: z.strictObject(meant),
  answer: record({ month: aslMonth }),
});

export const searchMonthMismatches = defineCall({
  name: 'admin-mismatches.search',
  method: 'GET',
  path: `${path}/mismatches`,
  summary: 'Extra: the mismatches between purchases and AMC orders of a month.',
  access,
  rate: 'search',
  query: z.strictObject({ ...meant, page, size: smallSize }),
  answer: record({ rows: listOf(monthMismatch), pagination }),
});

export const downloadMonthMismatches = defineCall({
  name: 'admin-mismatches.export',
  method: 'GET',
  path: `${path}/mismatches/csv`,
  summary: 'Extra: the same as CSV or XLSX.',
  access,
  query: z.strictObject({ ...meant, format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const closeMonth = defineCall({
  name: 'admin-closings.create',
  method: 'POST',
  path,
  summary: 'Extra: closes a past month for good, for one business or for all.',
  access,
  body: z.strictObject({
    ...meant,
    shown: described(shownFigures, {
      description:
        'The figures that were shown: control total, and sums of AMC orders and of their rejections in euro.',
      example: { controlTotal: '0A1B-2C3D-4E5F-6071', ordersAmount: 120.5, rejectionsAmount: -9.33 },
    }),
  }),
  answer: record({ row: monthClosing }),
});
