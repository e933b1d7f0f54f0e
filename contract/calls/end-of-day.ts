import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { subtotal } from '../entities/shared.ts';
import { day, described, storeParams } from '../request.ts';
import { amount, id, listOf, optional, record, text } from '../wire.ts';

/** Sales and cancellations of a day and their total. Cancellations are negative. */
const figures = { sales: subtotal, cancellations: subtotal, total: amount };

export const readEndOfDay = defineCall({
  name: 'end-of-day.read',
  method: 'GET',
  path: '/api/v1/extra/stores/{storeId}/end-of-day',
  summary:
    'Sales, cancellations and total of a store on a day, by user; a cancellation counts on its own day, for its user.',
  access: ['BUSINESS'],
  way: 'office',
  params: storeParams,
  query: z.strictObject({
    day: described(day, { description: 'A day in Europe/Rome: YYYY-MM-DD.', example: '2026-11-30' }),
  }),
  answer: record({
    endOfDay: record({
      storeId: id,
      storeName: text,
      ...figures,
      // The name is absent when the user who cancelled is not known.
      users: listOf(record({ username: optional(text), ...figures })),
    }),
  }),
});
