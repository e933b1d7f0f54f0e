import * as z from 'zod/mini';
import {
  amount,
  content,
  enumOf,
  flag,
  id,
  integer,
  kindOfDossier,
  optional,
  type Read,
  record,
  text,
} from '../wire.ts';

/** The kinds of dossier and of product that every server knows (§4). */
export const CATEGORY_TYPES = ['CELIAC', 'PROTEIN_FREE'] as const;
/** The code of one of these kinds, or of one that a region has added. */
export type CategoryType = string;
export const categoryType = kindOfDossier(CATEGORY_TYPES);

/** A product category (§3). */
export const category = record({ categoryId: id, name: text });
export type Category = Read<typeof category>;

/** A document for download (§3). `base64` is the whole file. */
export const file = record({ fileName: text, base64: content, mimeType: text });
export type File = Read<typeof file>;

const whole = z.int().check(z.nonnegative());
const count = { sent: whole, read: whole, shape: integer.shape };

/** The position of a page in a list (§3). `page` is zero-based on the wire (rules §1). */
export const pagination = record({
  page: optional(integer),
  pageSize: optional(integer),
  totalCount: count,
  totalPages: optional(integer),
  /** An extra of our server: there are more than `totalCount`, which were not counted (rules §1). */
  hasMore: optional(flag),
});
export type Pagination = Read<typeof pagination>;

/** An extra of our server: the number of rows that the list leaves out because their stored values are invalid. */
export const leftOut = optional(count);

/** A number of rows and their sum in euro. */
export const subtotal = record({ count: integer, amount });

/** The profiles (§6): shop user, health authority staff, and operator, who administers the data (rules §9). */
export const PROFILES = ['BUSINESS', 'ASL', 'OPERATOR'] as const;
export type Profile = (typeof PROFILES)[number];

/** The signed-in user (§3). */
export const user = record({
  username: text,
  userProfile: record({ profile: enumOf(PROFILES) }),
  firstName: optional(text),
  lastName: optional(text),
  /** The health authority of a district operator; absent for a regional operator. An extra of our server. */
  operatorAslId: optional(id),
});
