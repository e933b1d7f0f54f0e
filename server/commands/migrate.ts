// Migrates the database to this version. PostgreSQL's it runs as the owner of the tables, and grants the server's role
// its rights: DATABASE_URL=… npm run migrate
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { migrate, readUnknownMigrations } from '#server/database/migrate.ts';
import { unlessLocked } from '#server/database/row-locks.ts';
import { grantServerRole, SERVER_ROLE } from '#server/database/server-role.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { readDatabaseLocation } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

await runCommand('npm run migrate', async () => {
  parseArgs({ options: {} });
  const location = readDatabaseLocation(process.env, 1);
  const { db, close } = await openDatabase(location);
  try {
    const ran = await migrate(db, { onWait: console.log });
    for (const name of ran) console.log(`Ran ${name}`);
    if (ran.length === 0) console.log('The database needs no migration');
    const unknown = await readUnknownMigrations(db);
    if (unknown.length > 0)
      console.warn(`The database has migrations of a newer release: ${unknown.join(', ')}. Run that release`);
    const months = await unlessLocked(() => sql`select make_record_months(now(), null)`.execute(db));
    if (months === undefined)
      console.log('Another statement holds the records: the worker makes the tables of their months');
    if (location.kind === 'pglite') return 0;
    await grantServerRole(db);
    console.log(`Granted to ${SERVER_ROLE}`);
    return 0;
  } finally {
    await close();
  }
});
