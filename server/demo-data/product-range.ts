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
  readonly cents: readonly [number, number];
}
