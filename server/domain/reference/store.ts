import { type RawBuilder, type SqlBool, sql } from 'kysely';

export interface Store {
  readonly storeId: number;
  readonly name: string;
  readonly address: string;
  readonly streetNumber: string;
  readonly city: string;
  readonly companyName: string;
  /** In degrees; positive values are north and east. */
  readonly latitude: number;
  readonly longitude: number;
}

/** The condition that neither a store nor its joined business is disabled. */
export function isOpen(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(store.disabled_at is null and business.disabled_at is null)`;
}

/** The columns of a query for stores joined with their businesses. */
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
