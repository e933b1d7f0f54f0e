import { sql } from 'kysely';
import type { Database, DbAndClock } from '../context.ts';
import { ADD, KEY, SUMS, changeSums } from './sums.ts';

/** The number of entries that one transaction adds. */
const BATCH_ENTRIES = 1000;

/** Adds the entries of these sales and cancellations to the sums of their months. */
async function addEntries(trx: Database, ids: readonly number[], cancellations: readonly boolean[]): Promise<void> {
  const entries = sql`unnest(${ids}::int[], ${cancellations}::boolean[]) as change (purchase_id, is_cancellation)
    join spending_entry using (purchase_id, is_cancellation)`;
  // By the key of the view: a condition on a join alone might scan all purchases.
  const ofThese = sql`spending_entry.purchase_id = any(${ids}::int[])`;
  await sql`insert into monthly_spending select ${KEY}, ${SUMS} from ${entries} where ${ofThese} group by ${KEY} ${ADD}`.execute(
    trx,
  );
}

/**
 * Adds some of the pending entries. The same transaction deletes them from the queue, so each entry is added once, even
 * if a process is interrupted.
 * @returns the number of entries
 */
function addBatch(db: Database): Promise<number> {
  return changeSums(db, async (trx) => {
    const oldest = trx.selectFrom('spending_change').select('change_id').orderBy('change_id').limit(BATCH_ENTRIES);
    const taken = await trx
      .deleteFrom('spending_change')
      .where('change_id', 'in', oldest)
      .returning(['purchase_id', 'is_cancellation'])
      .execute();
    const ids = taken.map((row) => row.purchase_id);
    const cancellations = taken.map((row) => row.is_cancellation);
    if (taken.length > 0) await addEntries(trx, ids, cancellations);
    return taken.length;
  });
}

/**
 * Updates the sums of the spending (design §4). They then include everything that was committed before the call.
 * @param stop ends it after the present batch
 */
export async function refreshSpending({ db, now }: DbAndClock, stop: AbortSignal): Promise<void> {
  const begunAt = now();
  while ((await addBatch(db)) === BATCH_ENTRIES) if (stop.aborted) return;
  // Another process may have started later and finished earlier.
  const latest = sql<Date>`greatest(spending_refresh.as_of, excluded.as_of)`;
  await db
    .insertInto('spending_refresh')
    .values({ as_of: begunAt })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ as_of: latest }))
    .execute();
}
