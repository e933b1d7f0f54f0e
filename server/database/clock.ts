import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/services.ts';

/** The clocks of this process and of the database. */
export interface Clocks {
  /** The clock of this process, which decides nothing about money. */
  readonly now: () => Date;
  /**
   * The present instant by the clock of the database, as SQL, in whole milliseconds. It is that of the moment in which the
   * statement reads it: put it into a statement after the locks, not into one that waits for them. A statement reads it
   * once, so that an index finds what is older.
   */
  readonly clock: () => RawBuilder<Date>;
}

/** @param both a false clock, of a test, which stands for both */
export function clocks(both?: () => Date): Clocks {
  return both === undefined
    ? { now: () => new Date(), clock: () => sql<Date>`(select date_trunc('milliseconds', clock_timestamp()))` }
    : { now: both, clock: () => sql<Date>`${both()}::timestamptz` };
}

/**
 * The present instant by the clock of the database, by which money is dated and judged (docs/decisions/0079-one-clock.md).
 * A transaction asks after its last lock.
 */
export async function readInstant(db: Database, { clock }: Pick<Clocks, 'clock'>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${clock()} as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a clock without a time');
  return row.at;
}
