import { type Kysely, type RawBuilder, sql } from 'kysely';
import { holding, type Locked } from './row-locks.ts';
import type { Schema } from './schema.ts';

/** The numbers of the advisory locks. One database has one set of numbers, so each must be unique. */
export const LOCKS = {
  migrations: 725_001,
  /** While somebody else holds it, the worker creates no vouchers and tries again later. */
  renewal: 725_002,
  demoData: 725_003,
  reconciliation: 725_004,
  /** Two imports at the same time could create the same row. */
  imports: 725_005,
  /** The first of two numbers; the second is the user. */
  lookups: 725_008,
  /** Taken by a database trigger. */
  lastOperator: 725_006,
  /** Taken by the functions of the database that make and drop months of records. */
  records: 725_009,
  /**
   * The first of two lock numbers: this value plus the number of months since the year 0. The second number is the
   * health authority. Triggers take this lock too.
   */
  monthClosing: 725_007_000,
} as const;

/**
 * An id as the second number of an advisory lock, which has 32 bits. Where two ids have the same, they wait for each other
 * and nothing more. Triggers do the same.
 */
export function lockNumber(id: number): RawBuilder<number> {
  return sql`(${id}::bigint % 2147483648)::integer`;
}

/** Waits for a lock and holds it until the transaction ends. */
export async function lockUntilCommit(trx: Kysely<Schema>, lock: number): Promise<Locked<Kysely<Schema>>> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
  return holding(trx);
}

/** Takes a lock until the transaction ends; false when another transaction holds it. */
export async function tryLockUntilCommit(trx: Kysely<Schema>, lock: number): Promise<boolean> {
  const taking = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lock)}) as held`;
  return (await taking.execute(trx)).rows[0]?.held === true;
}
