import { migrate } from '#server/database/migrate.ts';
import { SERVER_ROLE } from '#server/database/server-role.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { fillFixture, keepFixture } from './fill-fixture.ts';
import { OTHERWISE, type RunningPostgres, UNSAFE, startPostgres } from './postgres.ts';
import { TEMPLATE, administer, databaseUrl } from './test-database.ts';

/** Creates the schema and the fixture in a new database. */
export async function fillTemplate(location: DatabaseLocation): Promise<void> {
  const { db, close } = await openDatabase(location);
  await migrate(db);
  await db.transaction().execute(async (trx) => {
    await fillFixture(trx);
    await keepFixture(trx);
  });
  await close();
}

/** Creates the role of the servers. Its rights are granted in each database. */
export function createServerRole(serverUrl: string): Promise<void> {
  return administer(serverUrl, `create role ${SERVER_ROLE} login`);
}

/** Starts a PostgreSQL with a template of the fixture. All its settings are other than the code takes for granted. */
export async function preparePostgres(): Promise<RunningPostgres> {
  const postgres = await startPostgres(undefined, { ...UNSAFE, ...OTHERWISE });
  await createServerRole(postgres.url);
  await administer(postgres.url, `create database ${TEMPLATE}`);
  await fillTemplate({ kind: 'postgres', url: databaseUrl(postgres.url, TEMPLATE), poolSize: 1 });
  return postgres;
}
