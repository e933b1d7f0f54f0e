import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { ESB_STATUSES } from '#contract/entities/amc-order.ts';
import type { Day } from '#contract/rules/dates.ts';

/** What stands in a form about a period: days as YYYY-MM-DD, or as typed while they are none, and ids as text. */
export interface PeriodValues {
  readonly aslId: string;
  readonly businessId: string;
  readonly amcOrderId: string;
  readonly esbStatus: string;
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** What a form without a flaw says to a call (§7); a field that says nothing is left out. */
export type PeriodQuery = Partial<PeriodValues> & { readonly dateStart: Day; readonly dateEnd: Day };

export const EMPTY_PERIOD: PeriodValues = {
  aslId: '',
  businessId: '',
  amcOrderId: '',
  esbStatus: '',
  dateStart: '',
  dateEnd: '',
};

/** What orders may be filtered by: a status, or all that an order may stand in, as the call takes several (rules §1). */
export const STANDING_STATUSES = ESB_STATUSES.filter((status) => status !== 'REJECTED').join(',');
export const STATUS_FILTERS: readonly string[] = [STANDING_STATUSES, ...ESB_STATUSES];

/** Nothing, or more digits than the longest numbers that servers give; text, since no number holds so many exactly. */
const ORDER_ID = /^\d{0,20}$/;

const isoDay = z.iso.date();

/** Whether this is a day of the calendar, YYYY-MM-DD. */
function isDay(value: string): boolean {
  return isoDay.safeParse(value).success;
}

/** A day that must be there; its errors are keys of texts under `error` of `period.json`. */
export function dayField(required: 'startRequired' | 'endRequired') {
  return z.string().check(
    z.minLength(1, required),
    z.refine((value) => value === '' || isDay(value), 'invalidDay'),
  );
}

/** Whether two days are in their order, as far as they are days. */
export function isInOrder({ dateStart, dateEnd }: Pick<PeriodValues, 'dateStart' | 'dateEnd'>): boolean {
  return !isDay(dateStart) || !isDay(dateEnd) || dateStart <= dateEnd;
}

/**
 * The rules of §5, and the key of each one's text under `error` of `period.json`: both dates, and for a shop the health
 * authority where the form has one; beyond them days that exist, in their order, and digits for the number of an order.
 */
export function periodSchema(needsAsl: boolean) {
  return z
    .object({
      aslId: z.string().check(z.minLength(needsAsl ? 1 : 0, 'aslRequired')),
      businessId: z.string(),
      amcOrderId: z.string().check(z.trim(), z.regex(ORDER_ID, 'noWholeNumber')),
      esbStatus: z.string(),
      dateStart: dayField('startRequired'),
      dateEnd: dayField('endRequired'),
    })
    .check(z.refine(isInOrder, { path: ['dateEnd'], error: 'endBeforeStart' }));
}

export type PeriodSchema = ReturnType<typeof periodSchema>;

/** The rules of a form with the party that a document is about: a shop must name a health authority (§5, §6). */
export function partySchema(profile: string): PeriodSchema {
  return periodSchema(profile === 'BUSINESS');
}

/** What values without a flaw ask for. */
export function queryOf({ dateStart, dateEnd, ...others }: PeriodValues): PeriodQuery {
  return { ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')), dateStart, dateEnd };
}

/** The values as Refine's filters, which it puts into the URL; what is not filled in, or no day, is left out. */
export function filtersOf({ dateStart, dateEnd, ...others }: PeriodValues): CrudFilter[] {
  const days = { dateStart: isDay(dateStart) ? dateStart : '', dateEnd: isDay(dateEnd) ? dateEnd : '' };
  return Object.entries({ ...others, ...days })
    .filter(([, value]) => value !== '')
    .map(([field, value]) => ({ field, operator: 'eq', value }));
}

/** The values of Refine's filters; what makes no sense in them, as in a URL that was written by hand, is left out. */
export function valuesOf(filters: readonly CrudFilter[] = []): PeriodValues {
  const textOf = (name: keyof PeriodValues) => {
    const value: unknown = filters.find((filter) => 'field' in filter && filter.field === name)?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const dayOf = (name: 'dateStart' | 'dateEnd') => (isDay(textOf(name)) ? textOf(name) : '');
  return {
    aslId: textOf('aslId'),
    businessId: textOf('businessId'),
    amcOrderId: ORDER_ID.test(textOf('amcOrderId')) ? textOf('amcOrderId') : '',
    esbStatus: STATUS_FILTERS.find((status) => status === textOf('esbStatus')) ?? '',
    dateStart: dayOf('dateStart'),
    dateEnd: dayOf('dateEnd'),
  };
}

/** What a list's filters ask for, or null while something is missing or wrong in them. */
export function askedBy(schema: PeriodSchema, filters: readonly CrudFilter[] | undefined): PeriodQuery | null {
  const { success, data } = schema.safeParse(valuesOf(filters));
  return success ? queryOf(data) : null;
}

/** What is asked of a list, as its query's key has it, for the query's `enabled`. */
export function listParams(queryKey: readonly unknown[]): {
  readonly filters?: CrudFilter[];
  readonly pagination?: { readonly pageSize?: number };
} {
  return queryKey.at(-1) as ReturnType<typeof listParams>;
}
