import type { Selectable } from 'kysely';
import type { Schema } from '#server/database/schema.ts';

/** Columns that PostgreSQL sets. */
interface SetByDatabase {
  product: 'gtin';
  purchase: 'parties_id';
  purchase_item: 'ean1' | 'manufacturer';
  amc_order: 'parties_id';
}

type ColumnSetByDatabase<T extends keyof Schema> =
  | `folded_${string}`
  | (T extends keyof SetByDatabase ? SetByDatabase[T] : never);

/** A row to insert. */
export type NewRow<T extends keyof Schema> = Pick<
  Selectable<Schema[T]>,
  Exclude<keyof Selectable<Schema[T]>, ColumnSetByDatabase<T>>
>;

/** The first columns of every row that operators administer. */
export const NEW = { version: 1, disabled_at: null } as const;
