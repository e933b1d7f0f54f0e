import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { aslMonth, monthClosing, monthMismatch } from '../entities/admin/closing.ts';
import { pagination } from '../entities/pagination.ts';
import { aslId, businessId, described, page, shortText, smallSize } from '../request.ts';
import { listOf, record } from '../wire.ts';
import { month } from './fields.ts';

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

export const searchClosings = defineCall({
  name: 'admin-closings.search',
  method: 'GET',
  path,
  summary: 'Extra: the closed months, newest first.',
  access,
  rate: 'search',
  query: z.strictObject({
    aslId: z.optional(aslId),
    businessId: z.optional(businessId),
    month: z.optional(month),
    page,
    size: smallSize,
  }),
  answer: record({ rows: listOf(monthClosing), pagination }),
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
