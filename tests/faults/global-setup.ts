import type { TestProject } from 'vitest/node';
import { bundleServer } from '#tests/api/support/bundle-server.ts';
import { preparePostgres } from '#tests/api/support/prepare-postgres.ts';
import { program } from '#tests/api/support/programs.ts';
import { administer, databaseUrl, TEMPLATE } from '#tests/api/support/test-database.ts';
import { CHECKER_SEEDS, seedsOf } from './seeds.ts';
import { fillForCancellations, fillForOrders } from './fixture/earlier-sales.ts';
import { type ScenarioName, fillFaultFixture } from './fixture/people.ts';
import { startKillableServer } from './fixture/killable-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all scenarios and its database. */
    readonly faultServer: { readonly serverUrl: string; readonly databaseUrl: string };
  }
}

const NAME = 'faults';

function withCheckerSeeds(scenario: ScenarioName): readonly number[] {
  return [...Object.values(CHECKER_SEEDS), ...seedsOf(scenario)];
}

/** Starts one server on PostgreSQL for all scenarios, with the data of their seeds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, bundle] = await Promise.all([preparePostgres(), bundleServer()]);
  await administer(postgres.url, `create database ${NAME} template ${TEMPLATE}`);
  const url = databaseUrl(postgres.url, NAME);
  const now = new Date();
  const server = await startKillableServer(program('server', bundle.programs), url, async (db) => {
    await fillFaultFixture(db, 'sale', withCheckerSeeds('sale'), now);
    await fillFaultFixture(db, 'left-sale', withCheckerSeeds('left-sale'), now);
    await fillForCancellations(db, withCheckerSeeds('cancellation'), now);
    await fillForOrders(db, withCheckerSeeds('amc-order'), now);
  });
  project.provide('postgresUrl', postgres.url);
  project.provide('programs', bundle.programs);
  project.provide('faultServer', { serverUrl: server.url, databaseUrl: url });
  return async () => {
    await server.kill();
    await Promise.all([postgres.stop(), bundle.remove()]);
  };
}
