import { LOCKS, lockUntilCommit } from '#server/database/locks.ts';
import type { Database, DbAndClock, Services } from '../context.ts';
import { compareWithLedger } from './compare-with-ledger.ts';

const MINUTE_MS = 60 * 1000;
/** In ms: the interval of the heartbeat of a run, and the silence after which a run counts as aborted. */
const [SAY_EVERY_MS, SILENT_MS] = [MINUTE_MS, 10 * MINUTE_MS];
/** In ms: the pause after a failed run, because the cause probably still exists. */
const AFTER_FAILURE_MS = 60 * MINUTE_MS;

interface Options {
  /** Skips the run when another process is running one, has ended one since this time, or had a failed one recently. */
  readonly unlessSince?: Date;
  /** Called with the table and ids of rows that differ from the ledger, several times. */
  readonly onMismatch: (table: string, ids: readonly number[]) => void;
  /** Ends the run and deletes its record. */
  readonly stop: AbortSignal;
}

/** The result of a reconciliation. */
interface Reconciliation {
  /** The number of compared rows. */
  readonly checked: number;
  readonly mismatches: number;
}

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

function begin({ db, now }: DbAndClock, since: Date | undefined): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.reconciliation);
    const at = now();
    if (since !== undefined && (await isLeftToOthers(trx, at, since))) return undefined;
    const row = trx.insertInto('reconciliation').values({ started_at: at, seen_at: at });
    return (await row.returning('reconciliation_id').executeTakeFirstOrThrow()).reconciliation_id;
  });
}

/** Compares all tables and regularly updates the heartbeat. */
async function compare({ db, now }: DbAndClock, id: number, { onMismatch, stop }: Options): Promise<Reconciliation> {
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
 * Computes all residuals and totals from the ledger and compares them with the stored ones (design §4). When several
 * processes start at the same time, only one of them does it.
 * @returns undefined when the run was skipped
 */
export async function reconcile(services: DbAndClock, options: Options): Promise<Reconciliation | undefined> {
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
    // When the database is unavailable, this update fails too; another process takes over after the silence.
    await (options.stop.aborted ? begun.execute() : set({ failed_at: now() })).catch(() => undefined);
    throw error;
  }
}

/** The last completed reconciliation; undefined before the first one. */
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
