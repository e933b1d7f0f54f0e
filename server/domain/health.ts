import { sql } from 'kysely';
import type { Services } from './context.ts';

/** Whether the database answers. */
export async function isDatabaseReady(services: Services): Promise<boolean> {
  return sql`select 1`.execute(services.db).then(
    () => true,
    () => false,
  );
}
