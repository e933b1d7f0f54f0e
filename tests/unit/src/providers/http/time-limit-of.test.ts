import { expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { executeCart, readCart } from '#contract/calls/carts.ts';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import type { Call } from '#contract/call.ts';
import type { CallOptions } from '#src/providers/http/call-options.ts';
import { timeLimitOf } from '#src/providers/http/time-limit-of.ts';

const longList: CallOptions = { longList: { collection: 'purchases', read: () => [] } };

test.each<[string, Call, CallOptions, number]>([
  ['a read', readCart, {}, 30],
  ['a command', executeCart, {}, 30],
  ['a command with a big body', createAmcOrders, {}, 120],
  ['a document', downloadReceipt, {}, 180],
  ['a list of one page', searchPurchases, {}, 30],
  ['a list of very many rows', searchPurchases, longList, 180],
])('decisions §2 the time limit suits the call: %s', (_, call, options, seconds) => {
  expect(timeLimitOf(call, options)).toBe(seconds * 1000);
});
