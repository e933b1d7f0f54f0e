import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, subtotal } from '../entities/shared.ts';
import { EVERY_FORMAT, aslId, businessId, dateEnd, dateStart, day, described, fileFormat } from '../request.ts';
import {
  amount,
  date,
  flag,
  id,
  integer,
  listOf,
  optionalListOf,
  type Read,
  record,
  text,
  timestamp,
} from '../wire.ts';

/** The period and the parties of a billing document (§7). */
const billQuery = z.strictObject({
  aslId: z.optional(aslId),
  businessId: z.optional(businessId),
  dateStart,
  dateEnd,
});

export const downloadBillSummary = defineCall({
  name: 'billing-summary.downloadSummary',
  method: 'GET',
  path: '/api/v1/purchases/bill/summary/pdf',
  summary: 'The billing summary of a period, as PDF.',
  access: ['BUSINESS', 'ASL'],
  query: billQuery,
  answer: file,
});

export const downloadBillProducts = defineCall({
  name: 'billing-summary.downloadProducts',
  method: 'GET',
  path: '/api/v1/purchases/bill/products/csv',
  summary: 'The billing detail of a period, one row per product line, as CSV; our server has it as XLSX too.',
  access: ['BUSINESS', 'ASL'],
  query: z.extend(billQuery, { format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

/** A closed month as the billing shows it. `rows` is the number of rows that its control total covers. */
const closedMonth = record({ month: date, closeTime: timestamp, rows: integer, controlTotal: text });

export const readBillTotals = defineCall({
  name: 'billing-summary.readTotals',
  method: 'GET',
  path: '/api/v1/extra/billing-summary/totals',
  summary: 'The figures of the billing documents of a period.',
  access: ['BUSINESS', 'ASL'],
  way: 'office',
  query: billQuery,
  answer: record({
    totals: record({
      purchases: subtotal,
      /** Cancellations of purchases that were made in the period. */
      cancellations: subtotal,
      /** Cancellations made in the period, of purchases made before it. */
      corrections: subtotal,
      total: amount,
      isPeriodOver: flag,
      /** The closed months of the period (rules §9). */
      closedMonths: optionalListOf(closedMonth),
      /** The months of the period whose invoice can be drafted: closed for the business, alone or with all others. */
      invoiceMonths: optionalListOf(date),
    }),
  }),
});

/** Purchases of a part of the bill, their cancellations (negative), and the total. */
const part = { purchases: subtotal, cancellations: subtotal, total: amount };
const billDay = record({ day: date, ...part });
export type BillDay = Read<typeof billDay>;
const billStore = record({ businessId: id, companyName: text, storeId: id, storeName: text, ...part });
export type BillStore = Read<typeof billStore>;

export const readBillParts = defineCall({
  name: 'billing-summary.readParts',
  method: 'GET',
  path: '/api/v1/extra/billing-summary/parts',
  summary: 'The days and the stores of the billing documents of a period, without corrections of earlier purchases.',
  access: ['BUSINESS', 'ASL'],
  way: 'office',
  query: billQuery,
  answer: record({ days: listOf(billDay), stores: listOf(billStore) }),
});

export const downloadInvoiceDraft = defineCall({
  name: 'billing-summary.downloadInvoice',
  method: 'GET',
  path: '/api/v1/extra/billing-summary/invoice',
  summary: 'The draft of the electronic invoice of a closed month to a health authority: FatturaPA 1.2, split payment.',
  access: ['BUSINESS'],
  query: z.strictObject({
    aslId,
    month: described(day, { description: 'Any day of the month: YYYY-MM-DD.', example: '2026-10-01' }),
  }),
  answer: file,
});
