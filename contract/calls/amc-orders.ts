import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ESB_STATUSES, amcOrder, amcOrderPreview } from '../entities/amc-order.ts';
import { file } from '../entities/file.ts';
import { leftOut, pagination } from '../entities/pagination.ts';
import { subtotal } from '../entities/subtotal.ts';
import {
  EVERY_FORMAT,
  MAX_TIMESTAMP_LENGTH,
  amcOrderId,
  aslId,
  businessId,
  dateEnd,
  dateStart,
  described,
  fileFormat,
  manyRequestIds,
  page,
  size,
  sortedBy,
  wordsOf,
} from '../request.ts';
import { listOf, record } from '../wire.ts';

const MEGABYTE = 1024 * 1024;

const purchasesIds = described(manyRequestIds, { description: 'Numbers of purchases.', example: [1, 2] });

export const previewAmcOrders = defineCall({
  name: 'amc-orders.preview',
  method: 'POST',
  path: '/api/v1/extra/amc-orders/preview',
  summary: 'The orders that the given purchases would make, one for each store and payer; nothing is ordered.',
  access: ['BUSINESS'],
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
