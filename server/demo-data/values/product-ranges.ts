import ranges from '../data/product-ranges.json' with { type: 'json' };

/** Products with similar names: each name is one base with one variant. */
export interface ProductFamily {
  readonly bases: readonly string[];
  readonly variants: readonly string[];
}

/** A category with the names and prices of its products. */
export interface ProductRange {
  readonly category: string;
  readonly families: readonly ProductFamily[];
  readonly sizes: readonly string[];
  /** The lowest and the highest reference price in cents. */
  readonly cents: { readonly from: number; readonly to: number };
}

/** The categories for coeliac disease; every name gets `senza glutine`. */
export const celiacRanges: readonly ProductRange[] = ranges.celiac;

/** The categories for a protein-free diet; their names already say what the product does not contain. */
export const proteinFreeRanges: readonly ProductRange[] = ranges.proteinFree;
