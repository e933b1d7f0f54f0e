import type { CategoryType } from '#contract/entities/category.ts';
import type { Money } from '#contract/rules/money.ts';

/** A product on sale (§3). */
export interface Product {
  readonly productId: number;
  readonly name: string;
  readonly ean1: string;
  readonly pharmacyCode: string | null;
  /** The reference unit price in euro. */
  readonly refPrice: Money;
  /** The dossier type that may buy it. */
  readonly categoryType: CategoryType;
  /** In the product's own order; lists show the first one. */
  readonly categories: readonly { readonly categoryId: number; readonly name: string }[];
  /** Whether neither the product nor its manufacturer is disabled. */
  readonly isOffered: boolean;
  readonly manufacturer: { readonly manufacturerId: number; readonly name: string };
}
