import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { fillFixture } from './fill-fixture.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { TEMPLATE, administer, databaseUrl } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An embedded database with schema and fixture, to be copied. */
    readonly pgliteTemplate: string;
    /** The maintenance database of a PostgreSQL that has a template with schema and fixture. */
    readonly postgresUrl: string;
  }
}

async function fillTemplate(location: DatabaseLocation): Promise<void> {
  const { db, close } = await openDatabase(location);
  await migrate(db);
  await db.transaction().execute(fillFixture);
  await close();
}

async function preparePostgres(): Promise<RunningPostgres> {
  const postgres = await startPostgres();
  await administer(postgres.url, `create database ${TEMPLATE}`);
  await fillTemplate({ kind: 'postgres', url: databaseUrl(postgres.url, TEMPLATE), poolSize: 1 });
  return postgres;
}

/** Prepares, once for all API tests, a template of the fixture on each database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-pglite-'));
  const pgliteTemplate = join(folder, 'template');
  const [postgres] = await Promise.all([preparePostgres(), fillTemplate({ kind: 'pglite', folder: pgliteTemplate })]);
  project.provide('pgliteTemplate', pgliteTemplate);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
