import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { leftOut } from '../entities/pagination.ts';
import { store } from '../entities/store.ts';
import { described, sortedBy, yesNo } from '../request.ts';
import { listOf, record } from '../wire.ts';

export const listMyStores = defineCall({
  name: 'stores.listMine',
  method: 'GET',
  path: '/api/v1/businesses/me/stores',
  summary: 'The stores of the active business.',
  access: ['BUSINESS'],
  query: z.strictObject({
    sort: sortedBy('storeId'),
    closed: z.optional(described(yesNo, { description: 'Whether closed stores are included.', example: true })),
  }),
  answer: record({ stores: listOf(store), leftOut }),
  // `closed=true` includes disabled stores, so that users can look up their past sales.
  extras: { filters: ['closed'] },
});
