import { sql } from 'kysely';
import type { Database, Services } from '../context.ts';
import { compareWithLedger } from './compare-with-ledger.ts';

/** Names the advisory lock under which a run begins; any number that no other lock of ours has. */
const LOCK = 725_003;
/** A run that has not ended after so long, in ms, was cut off. */
const LONGEST_RUN_MS = 2 * 60 * 60 * 1000;

interface Options {
  /** Leaves it to others when one of theirs is under way or has begun since then. */
  readonly unlessSince?: Date;
  /** Told which rows of a table are not what the ledger says, some at a time. */
  readonly onMismatch: (table: string, ids: readonly number[]) => void;
  /** Ends it, and forgets that it was begun. */
  readonly stop: AbortSignal;
}

/** What a reconciliation found. */
interface Reconciliation {
  /** Rows that were compared. */
  readonly checked: number;
  readonly mismatches: number;
}

async function isLeftToOthers(trx: Database, now: Date, since: Date): Promise<boolean> {
  const found = await trx
    .selectFrom('reconciliation')
    .select('reconciliation_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('ended_at', 'is', null), eb('started_at', '>', new Date(now.getTime() - LONGEST_RUN_MS))]),
        eb.and([eb('ended_at', 'is not', null), eb('started_at', '>=', since)]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

function begin({ db, now }: Pick<Services, 'db' | 'now'>, since: Date | undefined): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const at = now();
    if (since !== undefined && (await isLeftToOthers(trx, at, since))) return undefined;
    const row = trx.insertInto('reconciliation').values({ started_at: at }).returning('reconciliation_id');
    return (await row.executeTakeFirstOrThrow()).reconciliation_id;
  });
}

/**
 * Computes all residuals and totals anew from the ledger and compares them with those that are stored (design §4). Of
 * processes that begin together one does it.
 * @returns undefined where it was left to others
 */
export async function reconcile(
  services: Pick<Services, 'db' | 'now'>,
  { unlessSince, onMismatch, stop }: Options,
): Promise<Reconciliation | undefined> {
  const id = await begin(services, unlessSince);
  if (id === undefined) return undefined;
  const { db, now } = services;
  try {
    const found = { checked: 0, mismatches: 0 };
    for await (const { table, checked, mismatches } of compareWithLedger(db, stop)) {
      if (mismatches.length > 0) onMismatch(table, mismatches);
      found.checked += checked;
      found.mismatches += mismatches.length;
    }
    const ended = db.updateTable('reconciliation').set({ ...found, ended_at: now() });
    await ended.where('reconciliation_id', '=', id).execute();
    return found;
  } catch (error) {
    // Where the database is away, nobody waits for it longer than a run takes.
    const begun = db.deleteFrom('reconciliation').where('reconciliation_id', '=', id);
    await begun.execute().catch(() => undefined);
    throw error;
  }
}

/** The last reconciliation that came to its end; undefined before the first one. */
export function readLastReconciliation({
  db,
}: Services): Promise<(Reconciliation & { readonly endedAt: Date }) | undefined> {
  return db
    .selectFrom('reconciliation')
    .select(['ended_at as endedAt', 'checked', 'mismatches'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .$narrowType<{ endedAt: Date; checked: number; mismatches: number }>()
    .limit(1)
    .executeTakeFirst();
}
