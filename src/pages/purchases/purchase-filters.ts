import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { PURCHASE_STATUSES } from '#contract/calls/purchases.ts';
import { readText } from '#contract/rules/typed-text.ts';
import {
  dayOrEmpty,
  daysInOrder,
  fieldsOf,
  isIdText,
  periodParam,
  textParam,
} from '#src/providers/data/filter-values.ts';

/** The values of the form in the URL; ids are text. */
const purchaseParams = z.object({
  purchaseId: textParam(isIdText),
  storeId: textParam(isIdText),
  categoryId: textParam(isIdText),
  purchaseStatusList: textParam((text) => PURCHASE_STATUSES.some((status) => status === text)),
  ...periodParam,
});

export type PurchaseFilterValues = Readonly<z.output<typeof purchaseParams>>;

export const NO_FILTERS: PurchaseFilterValues = z.parse(purchaseParams, {});

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
  return z.parse(purchaseParams, fieldsOf(filters));
}

/** Whether all filters are known and valid. */
export function areValid(filters: readonly CrudFilter[]): boolean {
  const values = new Map(Object.entries(valuesOf(filters)));
  return filters.every((filter) => 'field' in filter && values.get(filter.field) === String(filter.value));
}

/**
 * Turns values into parameters. Leaves out empty values and extras that the server does not offer.
 * @param named the extras that the server offers
 */
export function queryOf(values: PurchaseFilterValues, named: readonly string[]): Partial<PurchaseFilterValues> {
  const isSent = ([name, value]: [string, string]) => value !== '' && (!EXTRAS.includes(name) || named.includes(name));
  return Object.fromEntries(Object.entries(values).filter(isSent));
}
