import type { TestProject } from 'vitest/node';
import { bundleServer } from '#tests/api/support/bundle-server.ts';
import { preparePostgres } from '#tests/api/support/prepare-postgres.ts';
import { program } from '#tests/api/support/programs.ts';
import { administer, databaseUrl, TEMPLATE } from '#tests/api/support/test-database.ts';
import { SPARE_SEEDS, seedsOf } from './seeds.ts';
import { fillForCancellations, fillForOrders } from './fixture/earlier-sales.ts';
import { type JobName, fillFaultFixture } from './fixture/people.ts';
import { startKillableServer } from './fixture/killable-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all jobs, and its database. */
    readonly faultServer: { readonly serverUrl: string; readonly databaseUrl: string };
  }
}

const NAME = 'faults';

function withSpare(job: JobName): readonly number[] {
  return [...Object.values(SPARE_SEEDS), ...seedsOf(job)];
}

/** Starts, once for all jobs, a server on PostgreSQL with what their seeds need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, bundle] = await Promise.all([preparePostgres(), bundleServer()]);
  await administer(postgres.url, `create database ${NAME} template ${TEMPLATE}`);
  const url = databaseUrl(postgres.url, NAME);
  const now = new Date();
  const server = await startKillableServer(program('server', bundle.programs), url, async (db) => {
    await fillFaultFixture(db, 'sale', withSpare('sale'), now);
    await fillFaultFixture(db, 'left-sale', withSpare('left-sale'), now);
    await fillForCancellations(db, withSpare('cancellation'), now);
    await fillForOrders(db, withSpare('amc-order'), now);
  });
  project.provide('postgresUrl', postgres.url);
  project.provide('programs', bundle.programs);
  project.provide('faultServer', { serverUrl: server.url, databaseUrl: url });
  return async () => {
    await server.kill();
    await Promise.all([postgres.stop(), bundle.remove()]);
  };
}
