import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, leftOut, pagination, subtotal } from '../entities/shared.ts';
import {
  amcOrderId,
  aslId,
  businessId,
  dateEnd,
  dateStart,
  described,
  EVERY_FORMAT,
  fileFormat,
  manyRequestIds,
  MAX_TIMESTAMP_LENGTH,
  page,
  size,
  sortedBy,
  wordsOf,
} from '../request.ts';
import {
  amount,
  enumOf,
  id,
  integer,
  listOf,
  optional,
  type Read,
  record,
  text,
  timestamp,
  whereReadable,
} from '../wire.ts';

/** The delivery status of an order on the enterprise service bus (rules §7). */
export const ESB_STATUSES = ['PENDING', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type EsbStatus = (typeof ESB_STATUSES)[number];

/** The health authority that pays an order. */
const payer = record({ aslId: id, name: text });

/** An order for the central purchasing body (§3). `amount` is in euro; `esbReason` is the reason of a rejection, `esbNumber` the bus's own number. */
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
  esbNumber: optional(text),
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

const MEGABYTE = 1024 * 1024;

const purchasesIds = described(manyRequestIds, { description: 'Numbers of purchases.', example: [1, 2] });

export const previewAmcOrders = defineCall({
  name: 'amc-orders.preview',
  method: 'POST',
  path: '/api/v1/extra/amc-orders/preview',
  summary: 'The orders that the given purchases would make, one for each store and payer; nothing is ordered.',
  access: ['BUSINESS'],
  way: 'office',
  bodyLimit: 8 * MEGABYTE,
  body: z.strictObject({ purchasesIds }),
  answer: record({ orders: listOf(amcOrderPreview) }),
});

export const createAmcOrders = defineCall({
  name: 'amc-orders.create',
  method: 'POST',
  path: '/api/v1/amc/orders',
  summary: 'Orders the given purchases, one order for each store and payer.',
  access: ['BUSINESS'],
  bodyLimit: 8 * MEGABYTE,
  body: z.strictObject({
    purchasesIds,
    orderDate: described(z.iso.datetime({ offset: true }).check(z.maxLength(MAX_TIMESTAMP_LENGTH)), {
      description: "The present time with its offset; at most two days from the server's clock.",
      example: '2026-11-22T10:00:00+01:00',
    }),
  }),
  answer: record({ orders: listOf(amcOrder) }),
});

const orderFilters = {
  amcOrderId: z.optional(amcOrderId),
  aslId: z.optional(aslId),
  businessId: z.optional(businessId),
  dateStart: z.optional(dateStart),
  dateEnd: z.optional(dateEnd),
  esbStatus: z.optional(
    described(wordsOf(ESB_STATUSES), {
      description: 'Delivery status of orders on the bus; several comma-joined or repeated.',
      example: 'SENT',
    }),
  ),
};

export const searchAmcOrders = defineCall({
  name: 'amc-orders.search',
  method: 'GET',
  path: '/api/v1/amc/orders/search',
  summary: 'Orders of the active business, or those that the health authority pays, newest first.',
  access: ['BUSINESS', 'ASL'],
  way: 'office',
  rate: 'search',
  query: z.strictObject({ ...orderFilters, page, size, sort: sortedBy('createTime') }),
  answer: record({ orders: listOf(amcOrder), pagination, leftOut }),
  extras: { sorts: ['createTime', 'orderDate', 'amcOrderId', 'amount', 'esbStatus'], filters: ['esbStatus'] },
});

export const readAmcOrderTotals = defineCall({
  name: 'amc-orders.readTotals',
  method: 'GET',
  path: '/api/v1/extra/amc-orders/totals',
  summary: 'Number and sum of the orders found, rejected ones apart.',
  access: ['BUSINESS', 'ASL'],
  way: 'office',
  query: z.strictObject(orderFilters),
  answer: record({ totals: record({ valid: subtotal, rejected: subtotal }) }),
});

export const downloadAmcOrdersCsv = defineCall({
  name: 'amc-orders.downloadListCsv',
  method: 'GET',
  path: '/api/v1/extra/amc-orders/csv',
  summary: 'All orders that a search finds, as CSV or XLSX.',
  access: ['BUSINESS', 'ASL'],
  query: z.strictObject({ ...orderFilters, format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const downloadAmcOrdersPdf = defineCall({
  name: 'amc-orders.downloadListPdf',
  method: 'GET',
  path: '/api/v1/extra/amc-orders/pdf',
  summary: 'All orders that a search finds, as PDF.',
  access: ['BUSINESS', 'ASL'],
  query: z.strictObject(orderFilters),
  answer: file,
});

export const downloadAmcOrderCsv = defineCall({
  name: 'amc-orders.downloadCsv',
  method: 'GET',
  path: '/api/v1/amc/orders/{amcOrderId}/csv',
  summary: 'The purchases of an order, one row per product line, as CSV; our server has them as XLSX too.',
  access: ['BUSINESS', 'ASL'],
  params: z.strictObject({ amcOrderId }),
  query: z.strictObject({ format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const downloadAmcOrderPdf = defineCall({
  name: 'amc-orders.downloadPdf',
  method: 'GET',
  path: '/api/v1/amc/orders/summary/pdf',
  summary: 'The summary of an order, as PDF.',
  access: ['BUSINESS', 'ASL'],
  query: z.strictObject({
    amcOrderId,
    aslId: z.optional(aslId),
    businessId: z.optional(businessId),
  }),
  answer: file,
});

export const downloadAmcOrderUbl = defineCall({
  name: 'amc-orders.downloadUbl',
  method: 'GET',
  path: '/api/v1/extra/amc-orders/{amcOrderId}/ubl',
  summary: 'An order as the national node for orders takes it: UBL 2.1 by Peppol BIS Order only 3.',
  access: ['BUSINESS', 'ASL'],
  params: z.strictObject({ amcOrderId }),
  answer: file,
});
