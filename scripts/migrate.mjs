// Migrates PostgreSQL to this version and grants the server's role its rights. Run it as the owner of the tables:
// DATABASE_URL=… npm run migrate
import { register } from 'tsx/esm/api';

register();
try {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new Error('Set DATABASE_URL to the database, as the owner of its tables.');
  const { openDatabase } = await import('../server/database/open-database.ts');
  const { migrate } = await import('../server/database/migrate.ts');
  const { SERVER_ROLE, grantServerRole } = await import('../server/database/server-role.ts');
  const { db, close } = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  try {
    for (const name of await migrate(db)) console.log(`Ran ${name}`);
    await grantServerRole(db);
    console.log(`Granted to ${SERVER_ROLE}`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
