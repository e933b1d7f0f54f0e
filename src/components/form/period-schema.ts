import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import type { Day } from '#contract/rules/dates.ts';
import { readText } from '#contract/rules/typed-text.ts';
import {
  dayOrEmpty,
  daysInOrder,
  fieldsOf,
  periodParam,
  textParam,
  toCrudFilters,
} from '#src/providers/data/filter-values.ts';
import { STATUS_FILTERS } from '../display/statuses.ts';

/** Empty, or up to 20 digits. Text, because a JavaScript number cannot hold so many digits exactly. */
const ORDER_ID = /^\d{0,20}$/;

/** The values of a period form in a URL; ids are text. */
export const periodParams = z.object({
  aslId: textParam(),
  businessId: textParam(),
  amcOrderId: textParam((text) => ORDER_ID.test(text)),
  esbStatus: textParam((text) => STATUS_FILTERS.some((status) => status === text)),
  ...periodParam,
});

export type PeriodValues = Readonly<z.output<typeof periodParams>>;

/** The valid values of a form as parameters of a call (§7), without the empty ones. */
export type PeriodQuery = Partial<PeriodValues> & { readonly dateStart: Day; readonly dateEnd: Day };

export const EMPTY_PERIOD: PeriodValues = z.parse(periodParams, {});

/** A mandatory day. Its errors are text keys under `error` of `period.json`. */
export function dayField(required: 'startRequired' | 'endRequired') {
  return dayOrEmpty.check(z.minLength(1, required));
}

/**
 * The rules of §5, with text keys under `error` of `period.json`: both dates are mandatory, valid and in order; a
 * business must choose a health authority if the form has that field; an order number has only digits.
 */
export function periodSchema(needsAsl: boolean) {
  return z
    .object({
      aslId: z.string().check(z.minLength(needsAsl ? 1 : 0, 'aslRequired')),
      businessId: z.string(),
      amcOrderId: z.string().check(z.overwrite(readText), z.regex(ORDER_ID, 'noWholeNumber')),
      esbStatus: z.string(),
      dateStart: dayField('startRequired'),
      dateEnd: dayField('endRequired'),
    })
    .check(daysInOrder);
}

export type PeriodSchema = ReturnType<typeof periodSchema>;

/** The rules of a form with a counterparty: a business must choose a health authority (§5, §6). */
export function partySchema(profile: string): PeriodSchema {
  return periodSchema(profile === 'BUSINESS');
}

/** Turns valid values into parameters. */
export function periodQuery({ dateStart, dateEnd, ...others }: PeriodValues): PeriodQuery {
  return { ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')), dateStart, dateEnd };
}

/** Turns values into Refine's filters, which Refine puts into the URL. Leaves out empty and invalid values. */
export function toPeriodFilters(values: PeriodValues): CrudFilter[] {
  return toCrudFilters(z.parse(periodParams, values));
}

/** Turns Refine's filters into values. Leaves out invalid filters, such as those of a hand-written URL. */
export function valuesOf(filters: readonly CrudFilter[] | undefined): PeriodValues {
  return z.parse(periodParams, fieldsOf(filters));
}

/** The values as parameters of a call; null if one is missing or wrong. */
export function periodQueryOf(schema: PeriodSchema, values: PeriodValues): PeriodQuery | null {
  const { success, data } = schema.safeParse(values);
  return success ? periodQuery(data) : null;
}
