import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { PURCHASE_STATUSES } from '#contract/entities/purchase.ts';

/** What stands in the form: days as YYYY-MM-DD, or as typed while they are none, and ids as text. */
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

/** Each rule with the key of its text under `filter.error`. */
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

/** The values as Refine's filters, which it puts into the URL. */
export function filtersOf(values: PurchaseFilterValues): CrudFilter[] {
  return NAMES.filter((name) => values[name] !== '').map((field) => ({ field, operator: 'eq', value: values[field] }));
}

/** What servers beyond §7 filter by, where they name it (rules §1). */
const EXTRAS: readonly string[] = ['purchaseId', 'storeId', 'categoryId'];

const ID = /^\d{1,15}$/;

/** The values of Refine's filters; what makes no sense in them, as in a URL that was written by hand, is left out. */
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

/** Whether the filters say what makes sense, and nothing else. */
export function areSound(filters: readonly CrudFilter[]): boolean {
  const values = valuesOf(filters);
  const isKept = (filter: CrudFilter) =>
    'field' in filter && NAMES.some((name) => name === filter.field && values[name] === String(filter.value));
  return filters.every(isKept);
}

/**
 * What the values ask of a call; a field that says nothing is left out, and so is an extra that the server does not name.
 * @param named the extras that it names
 */
export function queryOf(values: PurchaseFilterValues, named: readonly string[]): Partial<PurchaseFilterValues> {
  const isSent = ([name, value]: [string, string]) => value !== '' && (!EXTRAS.includes(name) || named.includes(name));
  return Object.fromEntries(Object.entries(values).filter(isSent));
}
