import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ESB_STATUSES, amcOrder, amcOrderPreview } from '../entities/amc-order.ts';
import { file } from '../entities/file.ts';
import { leftOut, pagination } from '../entities/pagination.ts';
import { subtotal } from '../entities/subtotal.ts';
import {
  EVERY_FORMAT,
  MAX_TIMESTAMP_LENGTH,
  day,
  fileFormat,
  manyRequestIds,
  page,
  requestId,
  size,
  sort,
  wordsOf,
} from '../request.ts';
import { listOf, record } from '../wire.ts';

const MEGABYTE = 1024 * 1024;

export const previewAmcOrders = defineCall({
  name: 'amc-orders.preview',
  method: 'POST',
  path: '/api/v1/extra/amc-orders/preview',
  summary: 'The orders that the given purchases would make, one for each store and payer; nothing is ordered.',
  access: ['BUSINESS'],
  bodyLimit: 8 * MEGABYTE,
  body: z.strictObject({ purchasesIds: manyRequestIds }),
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
    purchasesIds: manyRequestIds,
    orderDate: z.iso.datetime({ offset: true }).check(z.maxLength(MAX_TIMESTAMP_LENGTH)),
  }),
  answer: record({ orders: listOf(amcOrder) }),
});

const orderFilters = {
  amcOrderId: z.optional(requestId),
  aslId: z.optional(requestId),
  businessId: z.optional(requestId),
  dateStart: z.optional(day),
  dateEnd: z.optional(day),
  esbStatus: z.optional(wordsOf(ESB_STATUSES)),
};

export const searchAmcOrders = defineCall({
  name: 'amc-orders.search',
  method: 'GET',
  path: '/api/v1/amc/orders/search',
  summary: 'Orders of the active business, or those that the health authority pays, newest first.',
  access: ['BUSINESS', 'ASL'],
  query: z.strictObject({ ...orderFilters, page, size, sort }),
  answer: record({ orders: listOf(amcOrder), pagination, leftOut }),
  extras: { sorts: ['createTime', 'orderDate', 'amcOrderId', 'amount', 'esbStatus'], filters: ['esbStatus'] },
});

export const readAmcOrderTotals = defineCall({
  name: 'amc-orders.readTotals',
  method: 'GET',
  path: '/api/v1/extra/amc-orders/totals',
  summary: 'Number and sum of the orders found, rejected ones apart.',
  access: ['BUSINESS', 'ASL'],
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
  params: z.strictObject({ amcOrderId: requestId }),
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
    amcOrderId: requestId,
    aslId: z.optional(requestId),
    businessId: z.optional(requestId),
  }),
  answer: file,
});
