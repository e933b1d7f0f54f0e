import { existsSync } from 'node:fs';
import { findPending } from './migrate.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './open-database.ts';

/**
 * Opens a database for a command that makes no tables.
 * @throws Error that says what to run first when there is no database, or when it lacks tables of this release
 */
export async function openExistingDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if (location.kind === 'pglite' && !existsSync(location.folder)) {
    throw new Error(`There is no database in ${location.folder}. Run npm start first: it makes one.`);
  }
  const open = await openDatabase(location);
  try {
    const [first] = await findPending(open.db);
    if (first === undefined) return open;
    const remedy = location.kind === 'pglite' ? 'npm start' : 'npm run migrate, as the owner of the tables';
    throw new Error(`The database lacks tables of this release (${first.name} has not run). Run ${remedy} first.`);
  } catch (error) {
    await open.close();
    throw error;
  }
}
