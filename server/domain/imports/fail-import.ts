import type { DbAndClock } from '../context.ts';
import type { FileReason } from '#contract/entities/admin/import.ts';
import type { Place } from './file-problem.ts';

/** Sets the state FAILED with its reason, and deletes all lines that are not refused. */
export async function failImport(
  { db, now }: DbAndClock,
  importId: number,
  failure: Place & { readonly reason: FileReason },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('import_line')
      .where('import_id', '=', importId)
      .where('outcome', 'is distinct from', 'REFUSED')
      .execute();
    await trx
      .updateTable('import_run')
      .set({ state: 'FAILED', ended_at: now(), failure: JSON.stringify(failure) })
      .where('import_id', '=', importId)
      .execute();
  });
}
