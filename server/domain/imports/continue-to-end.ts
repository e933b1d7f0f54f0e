import { isDatabaseUnavailable, isStatementTimeout } from '#server/database/unavailable.ts';
import type { DbAndClock } from '../context.ts';
import { continueImport } from './continue-import.ts';
import { failImport } from './fail-import.ts';

/** After this many failures in a row an import counts as failed. */
const TRIES = 3;

/**
 * Checks or imports a file until there is nothing more to do, or another process works on it.
 * @returns whether something was done
 */
export async function continueToEnd(services: DbAndClock, importId: number, stop: AbortSignal): Promise<boolean> {
  let failures = 0;
  for (let hasWorked = false; ; hasWorked = true) {
    if (stop.aborted) return hasWorked;
    try {
      if (!(await continueImport(services, importId))) return hasWorked;
      failures = 0;
    } catch (error) {
      failures += 1;
      // A statement that always takes too long would otherwise be tried for ever.
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error;
      if (failures < TRIES) continue;
      await failImport(services, importId, { reason: 'STOPPED' });
      throw error;
    }
  }
}
