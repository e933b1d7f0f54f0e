// Migrates the database to this version. PostgreSQL's it runs as the owner of the tables, and grants the server's role
// its rights: DATABASE_URL=… npm run migrate
import { grantServerRole, migrate, readUnknownMigrations, SERVER_ROLE } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { readDatabaseLocation } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const location = readDatabaseLocation(process.env, 1);
  const { db, close } = await openDatabase(location);
  try {
    for (const name of await migrate(db, { onWait: console.log })) console.log(`Ran ${name}`);
    const unknown = await readUnknownMigrations(db);
    if (unknown.length > 0) console.warn(`The database has migrations of a newer release: ${unknown.join(', ')}`);
    if (location.kind === 'pglite') return 0;
    await grantServerRole(db);
    console.log(`Granted to ${SERVER_ROLE}`);
    return 0;
  } finally {
    await close();
  }
});
