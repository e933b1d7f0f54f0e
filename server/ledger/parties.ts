import { sql } from 'kysely';
import type { Database } from '#server/services.ts';

/**
 * Begins a statement that takes `NAMED_PARTIES`: who sells and who pays, as they are called today (rules §9). Their row
 * of `parties` is made where there is none yet that says the same.
 */
export function withParties(trx: Database, storeId: number, aslId: number) {
  const present = sql`present_parties where store_id = ${storeId} and asl_id = ${aslId}`;
  const columns = sql`store_id, asl_id, company_name, vat, fiscal_code, address, store_code, store_name, district_code,
    street, street_number, city, asl_code, asl_name`;
  return trx
    .with(
      'named',
      () => sql`(
      select parties_id from parties natural join ${present} order by parties_id desc limit 1
    )`,
    )
    .with(
      'made',
      () => sql`(
      insert into parties (${columns})
      select ${columns} from ${present} and not exists (select from named) returning parties_id
    )`,
    );
}

export const NAMED_PARTIES = sql<number>`coalesce((select parties_id from named), (select parties_id from made))`;
