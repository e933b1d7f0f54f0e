import { sql } from 'kysely';
import { addMissingEntries } from '#server/ledger/entries.ts';
import type { Database } from '#server/services.ts';

/** Makes the ledger that of the purchases, after a test has changed these by hand. */
export async function bookAgain(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`truncate ledger_entry, ledger_month`.execute(trx);
    await addMissingEntries(trx);
  });
}
