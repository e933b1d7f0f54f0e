import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../context.ts';

/** More lines than any file has. */
const ONE_FILE = 10_000_000;

/**
 * Tells others how far a file is that is imported wholly or not at all: what its transaction writes they see at its end
 * alone, but for a sequence. One is imported at a time. It survives a roll-back: a file that is taken up again is shown as
 * far as it was before, until it has come there anew.
 */
export async function showProgress(
  trx: Database,
  { import_id: importId, processed }: { readonly import_id: number; readonly processed: number },
): Promise<void> {
  const place = importId * ONE_FILE + processed;
  await sql`select setval('import_progress', ${place}::bigint)`.execute(trx);
}

/** How many lines of a run are done with, over `import_run`. */
export function shownProgress(): RawBuilder<number> {
  return sql<number>`case when import_run.state = 'RUNNING' and import_run.mode = 'FILE' then coalesce((
    select (last_value % ${sql.lit(ONE_FILE)})::int from import_progress
    where last_value / ${sql.lit(ONE_FILE)} = import_run.import_id
  ), 0) else import_run.processed end`;
}
