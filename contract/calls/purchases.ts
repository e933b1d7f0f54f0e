import * as z from 'zod/mini';
import { defineCall, SELLERS } from '../call.ts';
import { file, leftOut, pagination, subtotal } from '../entities/shared.ts';
import { purchasePatient } from '../entities/patient.ts';
import {
  cartParams,
  dateEnd,
  dateStart,
  described,
  dossierId,
  EVERY_FORMAT,
  fileFormat,
  otp,
  page,
  patientId,
  purchaseId,
  purchaseParams,
  requestId,
  size,
  sortedBy,
  storeId,
  storeParams,
  txCommandId,
  wordsOf,
  yesNo,
} from '../request.ts';
import {
  amount,
  date,
  enumOf,
  flag,
  id,
  listOf,
  optional,
  optionalListOf,
  type Read,
  record,
  text,
  timestamp,
} from '../wire.ts';
import { cartItem, txCommand } from './carts.ts';

/** The values on the wire (rules §1). The screen shows COMPLETATO and STORNATO (§4). */
export const PURCHASE_STATUSES = ['ACTIVE', 'CANCELLED'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

const heading = {
  purchaseId: id,
  createTime: timestamp,
  itemsAmount: amount,
  patient: optional(purchasePatient),
  store: optional(record({ storeId: id, name: optional(text) })),
  asl: optional(record({ aslId: id, name: optional(text) })),
};

/**
 * The fields of a purchase in the list of those to order, which may be very long (§2 AMC orders). `itemsAmount` is in
 * euro. `asl`, who pays it, is an extra of our server.
 */
export const orderablePurchase = record(heading);
export type OrderablePurchase = Read<typeof orderablePurchase>;

/** A completed purchase (§3). `itemsAmount` is in euro. */
export const purchase = record({
  ...heading,
  status: enumOf(PURCHASE_STATUSES),
  cancelable: optional(flag),
  items: optionalListOf(cartItem),
  dossierId: optional(id),
  business: optional(record({ businessId: id, companyName: optional(text) })),
  voucher: optional(record({ voucherId: id, code: optional(text) })),
  /** The AMC order that contains it, unless that order was rejected. */
  amcOrderId: optional(id),
});
export type Purchase = Read<typeof purchase>;

/** The fields that the execution of a purchase must answer (§7). */
const executedPurchase = record({ purchaseId: id, items: optionalListOf(cartItem) });

/** The fields that the execution of a cancellation may return. */
const cancelledPurchase = record({ purchaseId: id, status: enumOf(PURCHASE_STATUSES) });

export const checkPurchase = defineCall({
  name: 'purchases.check',
  method: 'POST',
  path: '/api/v1/purchases/carts/{cartId}/check',
  summary: 'First phase of a purchase: can this cart be bought as it is, and is a PIN needed?',
  access: SELLERS,
  params: cartParams,
  answer: record({ txCommand }),
});

export const executePurchase = defineCall({
  name: 'purchases.execute',
  method: 'POST',
  path: '/api/v1/purchases/carts/{cartId}/execute',
  summary: 'Second phase of a purchase: charges the voucher.',
  access: SELLERS,
  params: cartParams,
  body: z.strictObject({ txCommandId, otp }),
  answer: record({ purchase: executedPurchase }),
});

/**
 * The filters of a list of purchases; none of them names a patient. Number, store and category are extras of our
 * server.
 */
const purchaseFilters = {
  purchaseId: z.optional(purchaseId),
  storeId: z.optional(storeId),
  categoryId: z.optional(
    described(requestId, { description: 'Id of the first category of a product that was bought.', example: 1 }),
  ),
  dateStart: z.optional(dateStart),
  dateEnd: z.optional(dateEnd),
  purchaseStatusList: z.optional(
    described(wordsOf(PURCHASE_STATUSES), {
      description: 'Statuses of purchases; several comma-joined or repeated.',
      example: 'ACTIVE',
    }),
  ),
};

export const searchPurchases = defineCall({
  name: 'purchases.search',
  method: 'GET',
  path: '/api/v1/purchases/search',
  summary: 'Purchases of the active business, newest first, of one patient or of a period.',
  access: ['BUSINESS'],
  way: 'office',
  rate: 'search',
  historyFrom: 200,
  query: z.strictObject({
    ...purchaseFilters,
    patientId: z.optional(patientId),
    dossierId: z.optional(dossierId),
    excludeAmc: z.optional(
      described(yesNo, { description: 'Whether to leave out purchases that are in an AMC order.', example: true }),
    ),
    page,
    size,
    sort: sortedBy('createTime'),
  }),
  answer: record({ purchases: listOf(purchase), pagination, leftOut }),
  extras: {
    sorts: ['createTime', 'itemsAmount', 'purchaseId', 'status'],
    filters: ['purchaseId', 'storeId', 'categoryId'],
  },
});

export const readPurchaseTotals = defineCall({
  name: 'purchases.readTotals',
  method: 'GET',
  path: '/api/v1/extra/purchases/totals',
  summary: 'Number and sum of the purchases found, cancelled ones apart.',
  access: ['BUSINESS'],
  way: 'office',
  query: z.strictObject(purchaseFilters),
  answer: record({ totals: record({ active: subtotal, cancelled: subtotal }) }),
});

export const downloadPurchases = defineCall({
  name: 'purchases.downloadList',
  method: 'GET',
  path: '/api/v1/extra/purchases/csv',
  summary: 'All purchases that a search finds, as CSV or XLSX.',
  access: ['BUSINESS'],
  query: z.strictObject({ ...purchaseFilters, format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const downloadReceipt = defineCall({
  name: 'purchases.downloadReceipt',
  method: 'GET',
  path: '/api/v1/purchases/{purchaseId}/receipt-pdf',
  summary: 'The receipt of a purchase, as PDF.',
  access: ['BUSINESS'],
  // The customer waits for it.
  way: 'sale',
  params: purchaseParams,
  answer: file,
});

/** The widths of a roll, in mm. The usual one is 80; another is asked for only where the features name it. */
const ROLL_WIDTHS = ['80', '58'] as const;
export type RollWidth = (typeof ROLL_WIDTHS)[number];

export const downloadRollReceipt = defineCall({
  name: 'purchases.downloadRollReceipt',
  method: 'GET',
  path: '/api/v1/extra/purchases/{purchaseId}/receipt-roll-pdf',
  summary: 'The receipt of a purchase, as PDF for a roll of 80 or 58 mm.',
  access: ['BUSINESS'],
  way: 'sale',
  params: purchaseParams,
  query: z.strictObject({
    format: described(z.optional(z.enum(ROLL_WIDTHS)), {
      description: 'Width of the roll in mm; 80 where it is absent.',
      example: '58',
    }),
  }),
  answer: file,
  extras: { formats: ['58'] },
});

/** In the body, so that no log has the code. */
export const verifyReceipt = defineCall({
  name: 'receipts.verify',
  method: 'POST',
  path: '/api/v1/extra/receipts/verify',
  summary: 'What the signed code of a receipt proves; no receipt where the code is wrong.',
  access: 'public',
  rate: 'search',
  body: z.strictObject({
    code: described(z.string().check(z.maxLength(100)), {
      description: 'The code that the QR code of a receipt holds.',
      example: 'AAAAAAB7q1mW9mX0Y2Jt0cQd2nVb7w',
    }),
  }),
  answer: record({
    receipt: optional(
      record({
        purchaseId: id,
        companyName: text,
        storeName: text,
        address: text,
        day: date,
        amount,
        /** The day of the storno; none while the purchase stands. */
        cancelledOn: optional(date),
      }),
    ),
  }),
});

export const downloadStoreTransactions = defineCall({
  name: 'purchases.downloadStoreTransactions',
  method: 'GET',
  path: '/api/v1/purchases/stores/{storeId}/transactions/csv',
  summary: 'All transactions of a store, as CSV; our server has them as XLSX too.',
  access: ['BUSINESS'],
  params: storeParams,
  query: z.strictObject({ format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const checkCancellation = defineCall({
  name: 'purchases.checkCancellation',
  method: 'POST',
  path: '/api/v1/purchases/{purchaseId}/cancel/check',
  summary: 'First phase of a cancellation: may this purchase be cancelled, and is the cancellation code needed?',
  access: SELLERS,
  params: purchaseParams,
  answer: record({ txCommand }),
});

export const executeCancellation = defineCall({
  name: 'purchases.executeCancellation',
  method: 'POST',
  path: '/api/v1/purchases/{purchaseId}/cancel/execute',
  summary: 'Second phase of a cancellation: refunds the voucher.',
  access: SELLERS,
  params: purchaseParams,
  body: z.strictObject({ txCommandId, otp }),
  answer: record({ purchase: optional(cancelledPurchase) }),
});
