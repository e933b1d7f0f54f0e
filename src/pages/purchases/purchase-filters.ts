import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { PURCHASE_STATUSES } from '#contract/entities/purchase.ts';
import { readText } from '#contract/rules/typed-text.ts';
import {
  dayOrEmpty,
  daysInOrder,
  filterText,
  isIdText,
  type PeriodInput,
  periodOf,
} from '#src/providers/data/filter-values.ts';

/** The values of the form; ids are text. */
export interface PurchaseFilterValues extends PeriodInput {
  readonly purchaseId: string;
  readonly storeId: string;
  readonly categoryId: string;
  readonly purchaseStatusList: string;
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

/** The errors are text keys under `filter.error`. */
export const purchaseFilterSchema = z
  .object({
    purchaseId: z.string().check(
      z.overwrite(readText),
      z.refine((text) => text === '' || isIdText(text), 'noPurchaseNumber'),
    ),
    storeId: z.string(),
    categoryId: z.string(),
    purchaseStatusList: z.string(),
    dateStart: dayOrEmpty,
    dateEnd: dayOrEmpty,
  })
  .check(daysInOrder);

/** Filters beyond §7, for servers that offer them (rules §1). */
const EXTRAS: readonly string[] = ['purchaseId', 'storeId', 'categoryId'];

/** Turns Refine's filters into values. Leaves out invalid filters, such as those of a hand-written URL. */
export function valuesOf(filters: readonly CrudFilter[]): PurchaseFilterValues {
  const text = (name: keyof PurchaseFilterValues) => filterText(filters, name);
  const number = (value: string) => (isIdText(value) ? value : '');
  return {
    purchaseId: number(text('purchaseId')),
    storeId: number(text('storeId')),
    categoryId: number(text('categoryId')),
    purchaseStatusList: PURCHASE_STATUSES.find((status) => status === text('purchaseStatusList')) ?? '',
    ...periodOf(filters),
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
