import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../context.ts';

/** More lines than any file may have. */
const ONE_FILE = 10_000_000;

/**
 * Makes the progress of an import in the mode FILE visible. Other sessions do not see the rows of its open transaction,
 * but they see the value of a sequence. Only one import runs at a time. The sequence survives a rollback, so a
 * restarted import first shows its former progress.
 */
export async function showProgress(
  trx: Database,
  { import_id: importId, processed }: { readonly import_id: number; readonly processed: number },
): Promise<void> {
  const place = importId * ONE_FILE + processed;
  await sql`select setval('import_progress', ${place}::bigint)`.execute(trx);
}

/** The number of processed lines of an `import_run`, as an SQL expression. */
export function shownProgress(): RawBuilder<number> {
  return sql<number>`case when import_run.state = 'RUNNING' and import_run.mode = 'FILE' then coalesce((
    select (last_value % ${sql.lit(ONE_FILE)})::int from import_progress
    where last_value / ${sql.lit(ONE_FILE)} = import_run.import_id
  ), 0) else import_run.processed end`;
}
