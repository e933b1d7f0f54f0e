import { expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { settingsFor } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { makeTestDatabase } from './support/test-database.ts';

test('design §4 worker: a process told to have none only answers requests', { tags: ['full'] }, async () => {
  const database = await makeTestDatabase('postgres');
  const start = async (worker: 'on' | 'off') => {
    const operations = String(await freePort());
    const { url, settings } = await settingsFor(database, { OPERATIONS_PORT: operations, WORKER: worker });
    const server = await startServerProcess([program('server')], settings);
    const jobsDone = async () => {
      const text = await (await fetch(`http://localhost:${operations}/metrics`)).text();
      return text.match(/^worker_last_success_timestamp_seconds\{/gm)?.length ?? 0;
    };
    return { url, jobsDone, end: server.end };
  };
  const without = await start('off');
  expect((await fetch(`${without.url}/readyz`)).status).toBe(200);
  const other = await start('on');
  // The worker of the first process, which has run longer, would have done its jobs by now.
  await expect.poll(other.jobsDone).toBeGreaterThan(3);
  expect(await without.jobsDone()).toBe(0);
  expect([await without.end(), await other.end()]).toEqual([0, 0]);
  await database.remove();
});
