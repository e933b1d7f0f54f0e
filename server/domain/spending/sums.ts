import { sql } from 'kysely';
import { LOCKS } from '#server/database/locks.ts';
import type { Database } from '../context.ts';

/** What tells the rows of the monthly spending apart. */
export const KEY = sql`month, asl_id, business_id, store_id, dossier_type`;

/** Of entries of one key. */
export const SUMS = sql`sum(purchases) as purchases, sum(sold) as sold, sum(cancellations) as cancellations,
  sum(cancelled) as cancelled`;

/** Of a key that is there already the new sums are added to those that it has. */
export const ADD = sql`on conflict (${KEY}) do update set
  purchases = monthly_spending.purchases + excluded.purchases,
  sold = monthly_spending.sold + excluded.sold,
  cancellations = monthly_spending.cancellations + excluded.cancellations,
  cancelled = monthly_spending.cancelled + excluded.cancelled`;

/** A transaction that changes the sums, of which there is one at a time. */
export function changeSums<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.spending)})`.execute(trx);
    return work(trx);
  });
}
