import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { monthOf } from '#contract/rules/dates.ts';

const day = z.iso.date();

/** Whether a text is a day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return day.safeParse(text).success;
}

const ID = /^\d{1,15}$/;

/** Whether a text has the digits of an id. */
export function isIdText(text: string): boolean {
  return ID.test(text);
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

/** The value of a filter, as a hand-written URL may have it; empty if it is missing or has another form. */
export function filterText(filters: readonly CrudFilter[], name: string): string {
  const value: unknown = filters.find((filter) => 'field' in filter && filter.field === name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The days among filters; empty if they are missing or no days. */
export function periodOf(filters: readonly CrudFilter[]): PeriodInput {
  const dayOf = (name: keyof PeriodInput) => (isDay(filterText(filters, name)) ? filterText(filters, name) : '');
  return { dateStart: dayOf('dateStart'), dateEnd: dayOf('dateEnd') };
}

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
