import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { makeTestDatabase } from './support/test-database.ts';

describeOnEachDatabase('health', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('design §4 health: the process runs and the database answers', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('design §4 health: however many ask at once, the database is asked once', async () => {
    let asked = 0;
    const probe = server.db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const app = await buildApp({ settings: server.settings, services: { ...server.services, probe } });
    const before = asked;
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.inject('/readyz')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(asked - before).toBe(3);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expect(asked - before).toBe(6);
    await app.close();
  });

  test('design §4 health: without its database the process runs, but is not ready', async () => {
    const { location, remove } = await makeTestDatabase(database);
    const { probe, close } = await openDatabase(location);
    await close();
    const app = await buildApp({ settings: server.settings, services: { ...server.services, probe } });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    await app.close();
    await remove();
  });

  test.each([
    ['that cannot be written', 'set default_transaction_read_only = on'],
    // The limit of temporary files stands for a full disk.
    ['whose disk takes nothing', 'set temp_file_limit = 0'],
  ])('design §4 health: a database %s is not ready', async (_what, setting) => {
    const { location, remove } = await makeTestDatabase(database);
    const { probe, close } = await openDatabase(location);
    const app = await buildApp({ settings: server.settings, services: { ...server.services, probe } });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await sql.raw(setting).execute(probe);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    await app.close();
    await close();
    await remove();
  });
});
