import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A point of sale (§3). */
export interface Store {
  readonly storeId: number;
  readonly name: string;
  readonly address: string;
  readonly streetNumber: string;
  readonly city: string;
  readonly companyName: string;
  /** Degrees, north and east. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether neither a store nor its business, with which it is joined, is disabled. */
export function isOpen(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(store.disabled_at is null and business.disabled_at is null)`;
}

/** The columns of a store joined with its business, as a query selects them. */
export const STORE_COLUMNS = [
  'store.store_id as storeId',
  'store.name',
  'store.address',
  'store.street_number as streetNumber',
  'store.city',
  'business.company_name as companyName',
  'store.latitude',
  'store.longitude',
] as const;
