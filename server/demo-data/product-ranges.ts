import ranges from './data/product-ranges.json' with { type: 'json' };

/** Products that share their words: a name is one base with one variant. */
export interface ProductFamily {
  readonly bases: readonly string[];
  readonly variants: readonly string[];
}

/** A category and what its products are called and cost. */
export interface ProductRange {
  readonly category: string;
  readonly families: readonly ProductFamily[];
  readonly sizes: readonly string[];
  /** The cheapest and the dearest reference price in cents. */
  readonly cents: { readonly from: number; readonly to: number };
}

/** The categories for coeliac disease; `senza glutine` is added to every name. */
export const celiacRanges: readonly ProductRange[] = ranges.celiac;

/** The categories for a protein-free diet; the names say themselves what they leave out. */
export const proteinFreeRanges: readonly ProductRange[] = ranges.proteinFree;
