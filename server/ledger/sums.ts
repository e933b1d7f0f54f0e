import { type RawBuilder, sql } from 'kysely';
import { LOCKS, lockUntilCommit } from '#server/database/migrate.ts';
import type { Database, DbAndClock } from '#server/services.ts';

/** The key columns of the monthly spending. */
const KEY = sql`month, asl_id, business_id, store_id, dossier_type`;

/** The sums of entries with the same key. */
const SUMS = sql`sum(purchases) as purchases, sum(sold) as sold, sum(cancellations) as cancellations,
  sum(cancelled) as cancelled`;

/** Adds the new sums to those of an existing row. */
const ADD = sql`on conflict (${KEY}) do update set
  purchases = monthly_spending.purchases + excluded.purchases,
  sold = monthly_spending.sold + excluded.sold,
  cancellations = monthly_spending.cancellations + excluded.cancellations,
  cancelled = monthly_spending.cancelled + excluded.cancelled`;

/** Runs a transaction that changes the sums; only one runs at a time. */
function changeSums<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.spending);
    return work(trx);
  });
}

const ADDED = sql`purchases, sold, cancellations, cancelled`;
const TAKEN_AWAY = sql`-purchases, -sold, -cancellations, -cancelled`;

/**
 * The differences between the ledger and the sums of the spending, with pending entries counted as added; no rows when
 * the sums are correct. It is one statement, so it sees one state of the data.
 * @param month limits the result to this month
 */
export function differences(month?: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofMonth = month ? sql`month = ${month}` : sql`true`;
  // The index has the authority before the time, so the query names all authorities.
  const inMonth = month
    ? sql`asl_id = any(array(select asl_id from asl))
        and at >= (${month})::timestamp at time zone 'Europe/Rome'
        and at < (${month} + interval '1 month') at time zone 'Europe/Rome'`
    : sql`true`;
  return sql`
    select ${KEY}, ${SUMS} from (
      select ${KEY}, ${ADDED} from spending_entry where ${inMonth}
      union all
      select ${KEY}, ${TAKEN_AWAY} from monthly_spending where ${ofMonth}
      union all
      select ${KEY}, ${TAKEN_AWAY} from spending_change join spending_entry using (purchase_id, is_cancellation)
      where ${ofMonth} and spending_entry.purchase_id = any(array(select purchase_id from spending_change))
    ) part
    group by ${KEY}
    having sum(purchases) <> 0 or sum(sold) <> 0 or sum(cancellations) <> 0 or sum(cancelled) <> 0`;
}

/**
 * Corrects the sums from the ledger while sales go on.
 * @returns the number of wrong sums
 */
export function rebuildSpending(db: Database): Promise<number> {
  return changeSums(db, async (trx) => {
    const { rows } = await sql`insert into monthly_spending ${differences()} ${ADD} returning month`.execute(trx);
    return rows.length;
  });
}

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
