import { sql } from 'kysely';
import { LOCKS, lockUntilCommit } from '#server/database/locks.ts';
import type { Database, Services } from '#server/domain/context.ts';
import { DEMO_TABLES, generateDemoData } from './generate-demo-data.ts';
import { continueIdentity, insertRows } from './insert-rows.ts';
import { hashSecrets } from './secrets.ts';

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not (exists (select from asl) or exists (select from business)
      or exists (select from app_user) or exists (select from patient)) as empty`.execute(db);
  return rows[0]?.empty ?? false;
}

/**
 * Fills an empty database with demonstration data for the present time, in one transaction under a lock. Any other
 * database stays unchanged. Safe at every start and in several processes at once.
 * @param progress receives a line for each step, in English
 */
export async function seedDemoData(services: Services, progress: (line: string) => void): Promise<void> {
  if (!(await isEmpty(services.db))) return;
  progress('Making the demonstration data');
  const hashes = await hashSecrets(services.rules.pin.pepper);
  const data = generateDemoData(services.now(), (secret) => {
    const hash = hashes.get(secret);
    if (hash === undefined) throw new Error('A demonstration PIN or code has no precomputed hash.');
    return hash;
  });
  await services.db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.demoData);
    if (!(await isEmpty(trx))) return;
    for (const [index, table] of DEMO_TABLES.entries()) {
      const rows = data[table];
      progress(`[${index + 1}/${DEMO_TABLES.length}] ${table}: ${rows.length} rows`);
      await insertRows(trx, table, rows);
      await continueIdentity(trx, table);
    }
  });
}
