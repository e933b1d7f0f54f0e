import { sql } from 'kysely';
import { LOCKS } from '#server/database/locks.ts';
import type { Database, Services } from '../context.ts';
import { compareWithLedger } from './compare-with-ledger.ts';

const MINUTE_MS = 60 * 1000;
/** How often, in ms, a run says that it is at work; one that has said nothing for so long was cut off. */
const [SAY_EVERY_MS, SILENT_MS] = [MINUTE_MS, 10 * MINUTE_MS];
/** After one that failed the next comes no sooner, in ms: what was wrong is likely to be so still. */
const AFTER_FAILURE_MS = 60 * MINUTE_MS;

interface Options {
  /** Leaves it to others when one of theirs is under way, has ended since then, or has failed lately. */
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

type Clocked = Pick<Services, 'db' | 'now'>;

async function isLeftToOthers(trx: Database, now: Date, since: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const found = await trx
    .selectFrom('reconciliation')
    .select('reconciliation_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('ended_at', 'is', null), eb('failed_at', 'is', null), eb('seen_at', '>', before(SILENT_MS))]),
        eb('failed_at', '>', before(AFTER_FAILURE_MS)),
        eb('ended_at', '>=', since),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

function begin({ db, now }: Clocked, since: Date | undefined): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.reconciliation)})`.execute(trx);
    const at = now();
    if (since !== undefined && (await isLeftToOthers(trx, at, since))) return undefined;
    const row = trx.insertInto('reconciliation').values({ started_at: at, seen_at: at });
    return (await row.returning('reconciliation_id').executeTakeFirstOrThrow()).reconciliation_id;
  });
}

/** Compares everything, and says now and then that it is at it. */
async function compare({ db, now }: Clocked, id: number, { onMismatch, stop }: Options): Promise<Reconciliation> {
  const found = { checked: 0, mismatches: 0 };
  let seenAt = now();
  for await (const { table, checked, mismatches } of compareWithLedger(db, stop)) {
    if (mismatches.length > 0) onMismatch(table, mismatches);
    found.checked += checked;
    found.mismatches += mismatches.length;
    if (now().getTime() - seenAt.getTime() < SAY_EVERY_MS) continue;
    seenAt = now();
    await db.updateTable('reconciliation').set({ seen_at: seenAt }).where('reconciliation_id', '=', id).execute();
  }
  return found;
}

/**
 * Computes all residuals and totals anew from the ledger and compares them with those that are stored (design §4). Of
 * processes that begin together one does it.
 * @returns undefined where it was left to others
 */
export async function reconcile(services: Clocked, options: Options): Promise<Reconciliation | undefined> {
  const id = await begin(services, options.unlessSince);
  if (id === undefined) return undefined;
  const { db, now } = services;
  const set = (values: { failed_at: Date } | (Reconciliation & { ended_at: Date })) =>
    db.updateTable('reconciliation').set(values).where('reconciliation_id', '=', id).execute();
  try {
    const found = await compare(services, id, options);
    await set({ ...found, ended_at: now() });
    return found;
  } catch (error) {
    const begun = db.deleteFrom('reconciliation').where('reconciliation_id', '=', id);
    // Where the database is away nothing can be told it, and others take over when they have heard nothing for a while.
    await (options.stop.aborted ? begun.execute() : set({ failed_at: now() })).catch(() => undefined);
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
