import { type Read, id, kindOfDossier, record, text } from '../wire.ts';

/** The kinds of dossier and of product that every server knows (§4). */
export const CATEGORY_TYPES = ['CELIAC', 'PROTEIN_FREE'] as const;
/** The code of one of these kinds, or of one that a region has added. */
export type CategoryType = string;
export const categoryType = kindOfDossier(CATEGORY_TYPES);

/** A product category (§3). */
export const category = record({ categoryId: id, name: text });
export type Category = Read<typeof category>;
