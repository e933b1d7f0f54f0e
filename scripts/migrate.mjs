// Migrates PostgreSQL to this version and grants the server's role its rights. Run it as the owner of the tables:
// DATABASE_URL=… npm run migrate
import { register } from 'tsx/esm/api';

register();
try {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new Error('Set DATABASE_URL to the database, as the owner of its tables.');
  const { openDatabase } = await import('#server/database/open-database.ts');
  const { migrate, readUnknownMigrations } = await import('#server/database/migrate.ts');
  const { SERVER_ROLE, grantServerRole } = await import('#server/database/migrate.ts');
  const { db, close } = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  try {
    for (const name of await migrate(db, { onWait: console.log })) console.log(`Ran ${name}`);
    const unknown = await readUnknownMigrations(db);
    if (unknown.length > 0) console.warn(`The database has migrations of a newer release: ${unknown.join(', ')}`);
    await grantServerRole(db);
    console.log(`Granted to ${SERVER_ROLE}`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
