import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { leftOut } from '../entities/pagination.ts';
import { store } from '../entities/store.ts';
import { sort, yesNo } from '../request.ts';
import { listOf, record } from '../wire.ts';

export const listMyStores = defineCall({
  name: 'stores.listMine',
  method: 'GET',
  path: '/api/v1/businesses/me/stores',
  summary: 'The stores of the active business.',
  access: ['BUSINESS'],
  query: z.strictObject({ sort, closed: z.optional(yesNo) }),
  answer: record({ stores: listOf(store), leftOut }),
  // With `closed=true` those that are disabled too: what was sold in them is still to be looked up.
  extras: { filters: ['closed'] },
});
