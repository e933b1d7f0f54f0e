import { sql } from 'kysely';
import { addMissingEntries } from '#server/ledger/entries.ts';
import type { Database } from '#server/services.ts';

/** Above the ids of all other test data. */
const FIRST_ID = 1_000_000;
/** In euro. */
const UNIT_PRICE = '2.50';
/** One purchase of this number is cancelled, an hour later. */
const CANCELLED_EVERY = 50;

interface Bulk {
  readonly count: number;
  /** The number of product lines of each purchase. */
  readonly lines: number;
  readonly from: Date;
  readonly until: Date;
  /** Limits the purchases to one payer or one store; by default to none. */
  readonly aslId?: number;
  readonly storeId?: number;
}

/**
 * Inserts purchases in bulk, evenly distributed over the period, the stores and the vouchers. Their times have
 * microseconds, as those of other programs do.
 */
export async function fillPurchases(db: Database, bulk: Bulk): Promise<void> {
  const { count, lines, from, until, aslId = null, storeId = null } = bulk;
  const step = (until.getTime() - from.getTime()) / 1000 / count;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      with voucher_of as (
        select voucher_id, dossier_id, patient_id, row_number() over (order by voucher_id) - 1 as place,
          count(*) over () as total
        from voucher join dossier using (dossier_id) where ${aslId}::int is null or asl_id = ${aslId}
      ), store_of as (
        select store_id, business_id, row_number() over (order by store_id) - 1 as place, count(*) over () as total
        from store where ${storeId}::int is null or store_id = ${storeId}
      )
      insert into cart (cart_id, patient_id, dossier_id, voucher_id, store_id, business_id, user_id, created_at)
      select ${FIRST_ID}::int + n, patient_id, dossier_id, voucher_id, store_id, business_id,
        (select min(user_id) from app_user), ${from}::timestamptz + n * ${step}::float8 * interval '1 second'
      from generate_series(0, ${count}::int - 1) n
        join voucher_of on voucher_of.place = n % voucher_of.total
        join store_of on store_of.place = n % store_of.total`.execute(trx);
    await sql`
      insert into purchase (purchase_id, cart_id, patient_id, dossier_id, voucher_id, asl_id, store_id, business_id, user_id,
        created_at, items_amount, residual_after, status, cancelled_at, parties_id)
      select cart_id, cart_id, patient_id, dossier_id, voucher_id, asl_id, store_id, business_id, user_id, created_at,
        ${lines}::int * ${UNIT_PRICE}::numeric * (1 + cart_id % 3), 0,
        case when cart_id % ${CANCELLED_EVERY}::int = 0 then 'CANCELLED' else 'ACTIVE' end,
        case when cart_id % ${CANCELLED_EVERY}::int = 0 then created_at + interval '1 hour' end,
        named_parties(cart.store_id, dossier.asl_id)
      from cart join dossier using (dossier_id, patient_id) where cart_id >= ${FIRST_ID}`.execute(trx);
    await sql`
      with product_of as (
        select product_id, product.name, ean1, manufacturer.name as manufacturer, row_number() over (order by product_id) - 1 as place, count(*) over () as total
        from product join manufacturer using (manufacturer_id)
      )
      insert into purchase_item (purchase_id, position, product_id, product_name, ean1, manufacturer, quantity, unit_price, total)
      select purchase_id, k, product_id, name, ean1, manufacturer, 1 + purchase_id % 3, ${UNIT_PRICE}::numeric,
        ${UNIT_PRICE}::numeric * (1 + purchase_id % 3)
      from purchase cross join generate_series(1, ${lines}::int) k
        join product_of on product_of.place = (purchase_id * 7 + k) % product_of.total
      where purchase_id >= ${FIRST_ID}`.execute(trx);
    await addMissingEntries(trx);
  });
  await sql`analyze`.execute(db);
}
