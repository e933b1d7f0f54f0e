import type { DbAndClock } from '../context.ts';
import type { FileProblem } from './file-problem.ts';

/** Sets the state FAILED with its reason, and deletes all lines that are not refused. */
export async function failImport(
  { db, now }: DbAndClock,
  importId: number,
  failure: Pick<FileProblem, 'reason'> & Partial<Pick<FileProblem, 'line' | 'column'>>,
): Promise<void> {
  const { reason, line, column } = failure;
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('import_line')
      .where('import_id', '=', importId)
      .where('outcome', 'is distinct from', 'REFUSED')
      .execute();
    await trx
      .updateTable('import_run')
      .set({ state: 'FAILED', ended_at: now(), failure: JSON.stringify({ reason, line, column }) })
      .where('import_id', '=', importId)
      .execute();
  });
}
