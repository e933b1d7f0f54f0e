import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';

const choice = z.nullable(z.union([z.number(), z.string()]));

const productCriteria = z.object({
  categoryId: choice,
  manufacturerId: choice,
  name: z.string(),
  /** An EAN or a product id (rules §1). */
  ean: z.string(),
});

export type ProductCriteria = Readonly<z.infer<typeof productCriteria>>;

export const NO_CRITERIA: ProductCriteria = { categoryId: null, manufacturerId: null, name: '', ean: '' };

/** §5: 'Cerca' needs a category, a manufacturer or a product text. */
export function canSearch({ categoryId, manufacturerId, name, ean }: ProductCriteria): boolean {
  return categoryId !== null || manufacturerId !== null || name.trim() !== '' || ean.trim() !== '';
}

export const productSearchForm = productCriteria.check(z.refine(canSearch, { path: ['ean'] }));

/** Whether only the EAN is set. Such a search is repeated with a leading 0 (§5, rules §1). */
export function isPureEan({ ean, ...others }: ProductCriteria): boolean {
  return ean.trim() !== '' && !canSearch({ ...others, ean: '' });
}

/** The filters of the list call, without empty ones (rules §1). */
export function productFilters(criteria: ProductCriteria, categoryType: string | undefined): CrudFilter[] {
  const { categoryId, manufacturerId, name, ean } = criteria;
  return toCrudFilters({
    categoryIds: categoryId,
    manufacturerId,
    name: name.trim(),
    ean: ean.trim(),
    categoryType,
  });
}
