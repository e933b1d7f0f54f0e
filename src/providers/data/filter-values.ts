import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { monthOf } from '#contract/rules/dates.ts';

const day = z.iso.date();

/** Whether a text is a day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return day.safeParse(text).success;
}

const ID = /^\d{1,16}$/;

/** Whether a text has the digits of an id. */
export function isIdText(text: string): boolean {
  return ID.test(text) && Number.isSafeInteger(Number(text));
}

/** The days of a form as YYYY-MM-DD, or the typed text while it is no valid day. */
export interface PeriodInput {
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** An empty text or a day. The error is a text key. */
export const dayOrEmpty = z.string().check(z.refine((text) => text === '' || isDay(text), 'invalidDay'));

/** Checks that the start is not after the end. It accepts days that are missing or invalid: their fields say so. */
export const daysInOrder = z.refine<PeriodInput>(
  ({ dateStart, dateEnd }) => !isDay(dateStart) || !isDay(dateEnd) || dateStart <= dateEnd,
  { path: ['dateEnd'], error: 'endBeforeStart' },
);

/** Turns values into Refine's filters, which Refine puts into the URL. Leaves out empty values. */
export function toCrudFilters(values: object): CrudFilter[] {
  return Object.entries<unknown>({ ...values })
    .filter(([, value]) => (value ?? '') !== '')
    .map(([field, value]) => ({ field, operator: 'eq', value }));
}

const field = z.object({ field: z.string(), value: z.union([z.string(), z.pipe(z.number(), z.transform(String))]) });
const fields = z.catch(z.array(z.catch(z.nullable(field), null)), []);

/** The values of Refine's filters by field, without those of another form, as a hand-written URL may have. */
export function fieldsOf(filters: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(z.parse(fields, filters).flatMap((one) => (one ? [[one.field, one.value]] : [])));
}

/** A text of a URL; empty if it is missing or invalid, as in a hand-written URL. */
export function textParam(isValid: (text: string) => boolean = () => true) {
  return z.catch(z.string().check(z.refine(isValid)), '');
}

/** The days of a URL, as `textParam`. */
export const periodParam = { dateStart: textParam(isDay), dateEnd: textParam(isDay) };

/** A parameter of a URL that is undefined if it is missing or invalid: an id. */
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

/** The parameters in a list's query key, for the query's `enabled`. */
export function listParams(queryKey: readonly unknown[]): {
  readonly filters?: CrudFilter[];
  readonly pagination?: { readonly pageSize?: number };
} {
  return queryKey.at(-1) as ReturnType<typeof listParams>;
}
