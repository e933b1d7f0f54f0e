import { type Read, enumOf, id, record, text } from '../wire.ts';

/** The kinds of dossier and of product (§4). */
export const CATEGORY_TYPES = ['CELIAC', 'PROTEIN_FREE'] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];
export const categoryType = enumOf(CATEGORY_TYPES);

/** A product category (§3). */
export const category = record({ categoryId: id, name: text });
export type Category = Read<typeof category>;
