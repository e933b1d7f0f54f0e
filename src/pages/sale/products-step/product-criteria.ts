import type { CrudFilter } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';

/** What the products are searched by (§2). Texts as typed. */
export interface ProductCriteria {
  readonly categoryId?: Id | undefined;
  readonly manufacturerId?: Id | undefined;
  readonly name: string;
  /** An EAN or a product id (decisions §1). */
  readonly ean: string;
}

export const NO_CRITERIA: ProductCriteria = { name: '', ean: '' };

/** §5: 'Cerca' needs a category, a manufacturer or a product text. */
export function canSearch({ categoryId, manufacturerId, name, ean }: ProductCriteria): boolean {
  return categoryId !== undefined || manufacturerId !== undefined || name.trim() !== '' || ean.trim() !== '';
}

/** Whether nothing but the EAN is set: such a search is retried with a leading 0 (§5, decisions §1). */
export function isPureEan({ ean, ...others }: ProductCriteria): boolean {
  return ean.trim() !== '' && !canSearch({ ...others, ean: '' });
}

/** The filters of the list call; `leading` goes before the EAN. Empty ones are left out (decisions §1). */
export function productFilters(
  criteria: ProductCriteria,
  categoryType: string | undefined,
  leading = '',
): CrudFilter[] {
  const { categoryId, manufacturerId, name, ean } = criteria;
  const values = {
    categoryIds: categoryId,
    manufacturerId,
    name: name.trim() || undefined,
    ean: ean.trim() === '' ? undefined : leading + ean.trim(),
    categoryType,
  };
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field, operator: 'eq', value }));
}
