import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import type { Money } from '#contract/rules/money.ts';
import { codesToTry, readProductCode } from '#contract/rules/product-code.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { readScan } from '#src/components/scan/recognise.ts';
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

/** §5: a name has at least 3 characters. */
const MIN_NAME = 3;

/** Whether a search finds nothing because of a name that is too short. */
export function isShortName({ name }: Pick<ProductCriteria, 'name'> = NO_CRITERIA): boolean {
  const { length } = name.trim();
  return length > 0 && length < MIN_NAME;
}

/** Whether only the EAN is set. Such a search is repeated with a leading 0 (§5, rules §1). */
export function isPureEan({ ean, ...others }: ProductCriteria): boolean {
  return ean.trim() !== '' && !canSearch({ ...others, ean: '' });
}

/** What to ask a search for, in this order (§5). */
export interface CodeSearch {
  readonly codes: readonly string[];
  /** Euro: the price in the code of a weighed pack, of the product that its last code finds. */
  readonly price?: Money;
}

/** What other codes hold, such as a contact's. The id of a product of another server may have a slash or a colon (rules §1). */
const ADDRESS = /:\/\/|^www\.|^(?:mailto|tel|sms|geo|wifi|mecard|begin|data):/i;

/**
 * The search for a code as it was typed or scanned, or for the id of a product. undefined for what no product has: a
 * card, an address, and digits that no length and check digit make a code.
 */
export function codeSearchOf(text: string): CodeSearch | undefined {
  const read = readProductCode(text);
  if (read?.kind === 'weighed') return { codes: [read.code, read.item], price: read.price };
  if (read) return { codes: codesToTry(read.code) };
  return readScan(text) || ADDRESS.test(text) ? undefined : { codes: codesToTry(readText(text)) };
}

/** Whether a search would send what is no product's: a misread code, or a card, of which nothing may stand in an address. */
export function isRefusedSearch({ name, ean }: ProductCriteria): boolean {
  return codeSearchOf(ean) === undefined || readScan(name)?.kind === 'card';
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
