import { sql } from 'kysely';
import { LOCKS, lockUntilCommit } from '#server/database/locks.ts';
import type { Database } from '../context.ts';

/** The key columns of the monthly spending. */
export const KEY = sql`month, asl_id, business_id, store_id, dossier_type`;

/** The sums of entries with the same key. */
export const SUMS = sql`sum(purchases) as purchases, sum(sold) as sold, sum(cancellations) as cancellations,
  sum(cancelled) as cancelled`;

/** Adds the new sums to those of an existing row. */
export const ADD = sql`on conflict (${KEY}) do update set
  purchases = monthly_spending.purchases + excluded.purchases,
  sold = monthly_spending.sold + excluded.sold,
  cancellations = monthly_spending.cancellations + excluded.cancellations,
  cancelled = monthly_spending.cancelled + excluded.cancelled`;

/** Runs a transaction that changes the sums; only one runs at a time. */
export function changeSums<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.spending);
    return work(trx);
  });
}
