import { type RawBuilder, sql } from 'kysely';
import { addMissingEntries } from '#server/ledger/entries.ts';
import type { Database } from '#server/services.ts';

/** Makes the ledger that of the purchases, after a test has changed these by hand. */
export async function bookAgain(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`truncate ledger_entry, ledger_month`.execute(trx);
    await addMissingEntries(trx);
  });
}

/** Names each store and payer as they are called now. */
export async function fillParties(db: Database): Promise<void> {
  await sql`
    insert into parties (store_id, asl_id, company_name, vat, fiscal_code, address, store_code, store_name, district_code,
      street, street_number, city, asl_code, asl_name)
    select present_parties.* from present_parties`.execute(db);
}

/** The newest names of a store and a payer, as columns of the statement. */
export function partiesOf(storeId: RawBuilder<unknown>, aslId: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select max(parties_id) from parties where parties.store_id = ${storeId} and parties.asl_id = ${aslId})`;
}
