import type { Selectable } from 'kysely';
import type { Schema } from '#server/database/schema.ts';

/** Columns that PostgreSQL sets. */
interface SetByDatabase {
  product: 'lower_name';
  purchase: 'parties_id';
  purchase_item: 'ean1' | 'manufacturer';
  amc_order: 'parties_id';
}

/** A row to insert. */
export type NewRow<T extends keyof Schema> = Omit<
  Selectable<Schema[T]>,
  T extends keyof SetByDatabase ? SetByDatabase[T] : never
>;

/** The first columns of every row that operators administer. */
export const NEW = { version: 1, disabled_at: null } as const;
