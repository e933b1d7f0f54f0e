import type { DbAndClock } from '../context.ts';
import { continueToEnd } from './continue-to-end.ts';

/**
 * Continues all checks and imports under way, the oldest first. One that cannot be continued keeps no other from it.
 * @throws the first error, after all
 */
export async function continueImports(services: DbAndClock, stop: AbortSignal): Promise<void> {
  const runs = await services.db
    .selectFrom('import_run')
    .select('import_id')
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .orderBy('import_id')
    .execute();
  const errors: unknown[] = [];
  for (const { import_id: importId } of runs) {
    await continueToEnd(services, importId, stop).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}
