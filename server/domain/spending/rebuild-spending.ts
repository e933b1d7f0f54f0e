import { sql } from 'kysely';
import type { Database } from '../context.ts';
import { differences } from './differences.ts';
import { ADD, changeSums } from './sums.ts';

/**
 * Corrects the sums from the ledger while sales go on.
 * @returns the number of wrong sums
 */
export function rebuildSpending(db: Database): Promise<number> {
  return changeSums(db, async (trx) => {
    const { rows } = await sql`insert into monthly_spending ${differences()} ${ADD} returning month`.execute(trx);
    return rows.length;
  });
}
