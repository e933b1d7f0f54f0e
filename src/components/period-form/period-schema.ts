import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import type { Day } from '#contract/rules/dates.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { STATUS_FILTERS } from '#src/components/status-chip/status-filters.ts';
import {
  type PeriodInput,
  dayOrEmpty,
  daysInOrder,
  filterText,
  isDay,
  periodOf,
  toCrudFilters,
} from '#src/providers/data/filter-values.ts';

/** The values of a period form; ids are text. */
export interface PeriodValues extends PeriodInput {
  readonly aslId: string;
  readonly businessId: string;
  readonly amcOrderId: string;
  readonly esbStatus: string;
}

/** The valid values of a form as parameters of a call (§7), without the empty ones. */
export type PeriodQuery = Partial<PeriodValues> & { readonly dateStart: Day; readonly dateEnd: Day };

export const EMPTY_PERIOD: PeriodValues = {
  aslId: '',
  businessId: '',
  amcOrderId: '',
  esbStatus: '',
  dateStart: '',
  dateEnd: '',
};

/** Empty, or up to 20 digits. Text, because a JavaScript number cannot hold so many digits exactly. */
const ORDER_ID = /^\d{0,20}$/;

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
export function queryOf({ dateStart, dateEnd, ...others }: PeriodValues): PeriodQuery {
  return { ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')), dateStart, dateEnd };
}

/** Turns values into Refine's filters, which Refine puts into the URL. Leaves out empty and invalid values. */
export function toPeriodFilters({ dateStart, dateEnd, ...others }: PeriodValues): CrudFilter[] {
  const days = { dateStart: isDay(dateStart) ? dateStart : '', dateEnd: isDay(dateEnd) ? dateEnd : '' };
  return toCrudFilters({ ...others, ...days });
}

/** Turns Refine's filters into values. Leaves out invalid filters, such as those of a hand-written URL. */
export function valuesOf(filters: readonly CrudFilter[] = []): PeriodValues {
  const text = (name: keyof PeriodValues) => filterText(filters, name);
  return {
    aslId: text('aslId'),
    businessId: text('businessId'),
    amcOrderId: ORDER_ID.test(text('amcOrderId')) ? text('amcOrderId') : '',
    esbStatus: STATUS_FILTERS.find((status) => status === text('esbStatus')) ?? '',
    ...periodOf(filters),
  };
}

/** The parameters of a list's filters; null if a value is missing or wrong. */
export function periodQueryOf(schema: PeriodSchema, filters: readonly CrudFilter[] | undefined): PeriodQuery | null {
  const { success, data } = schema.safeParse(valuesOf(filters));
  return success ? queryOf(data) : null;
}

/** The parameters in a list's query key, for the query's `enabled`. */
export function listParams(queryKey: readonly unknown[]): {
  readonly filters?: CrudFilter[];
  readonly pagination?: { readonly pageSize?: number };
} {
  return queryKey.at(-1) as ReturnType<typeof listParams>;
}
