import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Database } from '#server/services.ts';
import { PREPARED } from './pool.ts';
import type { Schema } from './schema.ts';
import { isLockConflict } from './sqlstates.ts';

declare const LOCKED: unique symbol;

/**
 * A transaction after the lock of what it is about to judge, or a row that it holds. A function that judges asks for it, so
 * that nobody judges first (docs/decisions/0065-judged-after-the-lock.md). Whoever locks several keeps to the one order:
 * who acts; command, cart or purchases; kinds, categories, manufacturers; patients; stores, businesses; dossiers; vouchers;
 * products (docs/decisions/0080-locks-in-one-order.md).
 */
export type Locked<T> = T & { readonly [LOCKED]: true };

/** The transaction as one that holds what it judges. Only what takes a lock calls it. */
export function holding<T>(locked: T): Locked<T> {
  return locked as Locked<T>;
}

/** `share` and `key share` let others hold the row in the same way; only `update` waits for `key share`. */
export type Strength = 'update' | 'update skip locked' | 'no key update' | 'share' | 'key share';

/** Which rows of a table to lock, in the order of their key. */
export interface RowLock {
  readonly table: string;
  readonly key: string;
  readonly which: RawBuilder<unknown>;
  readonly strength: Strength;
}

/** A transaction that holds rows, and their keys. */
export interface Held {
  readonly trx: Locked<Database>;
  readonly ids: readonly number[];
}

/**
 * Locks rows until the transaction ends. It reads nothing but their keys: after a wait a statement goes on with what it saw
 * before it. Their order spares two transactions a deadlock.
 */
export async function lockRows(trx: Database, { table, key, which, strength }: RowLock): Promise<Held> {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(key)} as id from ${sql.table(table)} where ${which}
    order by ${sql.ref(key)} for ${sql.raw(strength)}`.execute(trx);
  return { trx: holding(trx), ids: rows.map(({ id }) => id) };
}

/** In ms: the longest wait of a long job for rows on which sales rest. */
const BRIEF_MS = 300;

/**
 * Locks rows on which sales rest, for a step of a long job. Where it would have to wait for long, it fails as a lock that
 * is not available: a sale may be waiting for those that it has got already.
 */
export async function lockBriefly(trx: Database, rows: RowLock): Promise<Held> {
  const limiting = sql<{ former: string }>`select current_setting('lock_timeout') as former,
    set_config('lock_timeout', ${String(BRIEF_MS)}, true)`;
  const [limit] = (await limiting.execute(trx)).rows;
  const held = await lockRows(trx, rows);
  await sql`select set_config('lock_timeout', ${limit?.former}, true)`.execute(trx);
  return held;
}

/** Does what waits a short time for a lock; undefined where somebody kept it for longer, and nothing is done. */
export async function unlessLocked<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isLockConflict(error)) return undefined;
    throw error;
  }
}

/**
 * Locks joined rows until the transaction ends, in the order in which the join names their tables, against whoever deletes
 * them or withdraws them by the lock `update`.
 * @param from what follows `from`, with conditions on keys that never change
 */
export async function lockJoined(trx: Database, from: RawBuilder<unknown>): Promise<Locked<Database>> {
  await sql`select 1 from ${from} for key share ${PREPARED}`.execute(trx);
  return holding(trx);
}

/**
 * Locks the row of a key until the transaction ends, and reads it, which is as it is now: a row that has changed while it
 * was waited for is read anew.
 */
export async function lockRow<T extends keyof Schema, C extends keyof Selectable<Schema[T]> & string>(
  trx: Database,
  table: T,
  columns: readonly C[],
  key: Readonly<Partial<Record<keyof Schema[T] & string, unknown>>>,
  strength: Strength,
): Promise<Locked<Pick<Selectable<Schema[T]>, C>> | undefined> {
  const conditions = Object.entries(key).map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Pick<Selectable<Schema[T]>, C>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)} for ${sql.raw(strength)} ${PREPARED}`.execute(trx);
  return rows[0] && holding(rows[0]);
}

/**
 * The same after the user who acts, by one statement: whoever disables a user holds that row first, too.
 * @param columns without those of the key of a user
 */
export async function lockRowAfterUser<T extends keyof Schema, C extends keyof Selectable<Schema[T]> & string>(
  trx: Database,
  userId: number,
  table: T,
  columns: readonly C[],
  key: Readonly<Partial<Record<keyof Schema[T] & string, unknown>>>,
): Promise<Locked<Pick<Selectable<Schema[T]>, C>> | undefined> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  const conditions = Object.entries(key).map(([column, value]) => sql<SqlBool>`${of(column)} = ${value}`);
  const { rows } = await sql<Pick<Selectable<Schema[T]>, C>>`
    select ${sql.join(columns.map(of))} from app_user cross join ${sql.table(table)}
    where app_user.user_id = ${userId} and ${sql.join(conditions, sql` and `)}
    for key share of app_user for no key update of ${sql.table(table)} ${PREPARED}`.execute(trx);
  return rows[0] && holding(rows[0]);
}
