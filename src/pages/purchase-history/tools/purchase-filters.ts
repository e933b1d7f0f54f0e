import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { PURCHASE_STATUSES } from '#contract/entities/purchase.ts';

/** The values of the form: days as YYYY-MM-DD, or the typed text while it is no valid day, and ids as text. */
export interface PurchaseFilterValues {
  readonly purchaseId: string;
  readonly storeId: string;
  readonly categoryId: string;
  readonly purchaseStatusList: string;
  readonly dateStart: string;
  readonly dateEnd: string;
}

export const NO_FILTERS: PurchaseFilterValues = {
  purchaseId: '',
  storeId: '',
  categoryId: '',
  purchaseStatusList: '',
  dateStart: '',
  dateEnd: '',
};

const NAMES = Object.keys(NO_FILTERS) as (keyof PurchaseFilterValues)[];

const isoDay = z.iso.date();

function isDay(value: string): boolean {
  return isoDay.safeParse(value).success;
}

const dayField = z.string().check(z.refine((value) => value === '' || isDay(value), 'invalidDay'));

/** The errors are text keys under `filter.error`. */
export const purchaseFilterSchema = z
  .object({
    purchaseId: z.string().check(z.trim(), z.regex(/^\d{0,15}$/, 'noPurchaseNumber')),
    storeId: z.string(),
    categoryId: z.string(),
    purchaseStatusList: z.string(),
    dateStart: dayField,
    dateEnd: dayField,
  })
  .check(
    z.refine(({ dateStart, dateEnd }) => !isDay(dateStart) || !isDay(dateEnd) || dateStart <= dateEnd, {
      path: ['dateEnd'],
      error: 'endBeforeStart',
    }),
  );

/** Turns values into Refine's filters, which Refine puts into the URL. */
export function filtersOf(values: PurchaseFilterValues): CrudFilter[] {
  return NAMES.filter((name) => values[name] !== '').map((field) => ({ field, operator: 'eq', value: values[field] }));
}

/** Filters beyond §7, for servers that offer them (rules §1). */
const EXTRAS: readonly string[] = ['purchaseId', 'storeId', 'categoryId'];

const ID = /^\d{1,15}$/;

/** Turns Refine's filters into values. Leaves out invalid filters, such as those of a hand-written URL. */
export function valuesOf(filters: readonly CrudFilter[]): PurchaseFilterValues {
  const textOf = (name: keyof PurchaseFilterValues) => {
    const value: unknown = filters.find((filter) => 'field' in filter && filter.field === name)?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const day = (value: string) => (isDay(value) ? value : '');
  const number = (value: string) => (ID.test(value) ? value : '');
  return {
    purchaseId: number(textOf('purchaseId')),
    storeId: number(textOf('storeId')),
    categoryId: number(textOf('categoryId')),
    purchaseStatusList: PURCHASE_STATUSES.find((status) => status === textOf('purchaseStatusList')) ?? '',
    dateStart: day(textOf('dateStart')),
    dateEnd: day(textOf('dateEnd')),
  };
}

/** Whether all filters are known and valid. */
export function areValid(filters: readonly CrudFilter[]): boolean {
  const values = valuesOf(filters);
  const isKept = (filter: CrudFilter) =>
    'field' in filter && NAMES.some((name) => name === filter.field && values[name] === String(filter.value));
  return filters.every(isKept);
}

/**
 * Turns values into parameters. Leaves out empty values and extras that the server does not offer.
 * @param named the extras that the server offers
 */
export function queryOf(values: PurchaseFilterValues, named: readonly string[]): Partial<PurchaseFilterValues> {
  const isSent = ([name, value]: [string, string]) => value !== '' && (!EXTRAS.includes(name) || named.includes(name));
  return Object.fromEntries(Object.entries(values).filter(isSent));
}
