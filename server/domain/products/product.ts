import type { CategoryType } from '#contract/entities/category.ts';
import type { Money } from '#contract/rules/money.ts';

/** A product as it is sold (§3). */
export interface Product {
  readonly productId: number;
  readonly name: string;
  readonly ean1: string;
  /** Reference unit price in euro. */
  readonly refPrice: Money;
  /** The kind of dossier that may buy it. */
  readonly categoryType: CategoryType;
  /** In the product's own order: the first is the one shown. */
  readonly categories: readonly { readonly categoryId: number; readonly name: string }[];
  /** Whether it is sold still: neither it nor its manufacturer is disabled. */
  readonly isOffered: boolean;
  readonly manufacturer: { readonly manufacturerId: number; readonly name: string };
}
