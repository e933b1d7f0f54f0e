import * as z from 'zod/mini';
import { monthOf } from '#contract/rules/dates.ts';
import { isIdText } from './filter-values.ts';

/**
 * The parameters of a URL outside the filters of a list. Each is undefined if it is missing or invalid, as in a
 * hand-written URL.
 */
export const idParam = z.catch(z.optional(z.string().check(z.refine(isIdText))), undefined);

/** A day, as YYYY-MM-DD. */
export const dayParam = z.catch(z.optional(z.iso.date()), undefined);

/** A month, as its first day. */
export const monthParam = z.catch(
  z.optional(
    z.pipe(
      z.iso.date(),
      z.transform((day: string) => monthOf(day).first),
    ),
  ),
  undefined,
);
