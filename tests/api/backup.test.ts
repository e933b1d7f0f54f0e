import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { restoreBackup } from '#server/database/backup.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { PRODUCTS, TEST_PEPPER, USERS } from './fixture.ts';
import { readLedger, SALES, sell } from './sale.ts';
import { signInAs, startTestServer } from './harness.ts';
import { freePort } from './postgres.ts';
import { SOURCE, startServerProcess } from './server-process.ts';
import { makeTestDatabase } from './test-database.ts';

const run = promisify(execFile);

async function makeEmbedded() {
  const copy = await makeTestDatabase('pglite');
  if (copy.location.kind !== 'pglite') throw new Error('not embedded');
  return { copy, folder: copy.location.folder };
}

test('design §4 backup: one of a database in use, restored, holds every sale before it and none after', async () => {
  const { copy, folder } = await makeEmbedded();
  const { backup, ...opened } = await openDatabase(copy.location);
  const server = await startTestServer({ database: 'pglite', copy: { ...copy, opened } });
  const token = await signInAs(server, USERS.aurora);
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
  const ledger = await readLedger(server);
  const file = (await backup?.()) ?? '';
  await sell(server, token, SALES.withPin, PRODUCTS.bread, 2);
  await server.app.close();
  await opened.close();

  await expect(restoreBackup(file, folder)).rejects.toThrow('There is a database');
  await rm(folder, { recursive: true });
  await restoreBackup(file, folder);
  const restored = await startTestServer({ database: 'pglite', copy });
  expect(await readLedger(restored)).toEqual(ledger);
  await sell(restored, token, SALES.withPin, PRODUCTS.bread, 1);
  await restored.close();
});

test('design §4 backup: by its command while the server runs; after a crash the other command restores it', async () => {
  const { copy, folder } = await makeEmbedded();
  const port = String(await freePort());
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DEMO_DATA: 'false',
    HOST: '127.0.0.1',
    PORT: port,
    PIN_PEPPER: TEST_PEPPER,
    DATABASE_URL: '',
    DATA_DIR: dirname(folder),
  };
  const running = await startServerProcess(SOURCE, env);
  const { stdout } = await run(process.execPath, ['scripts/backup.mjs'], { env });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await running.kill();
  await rm(folder, { recursive: true });
  await run(process.execPath, ['scripts/restore.mjs', stdout.trim()], { env });
  const server = await startTestServer({ database: 'pglite', copy });
  expect((await readLedger(server)).purchases).toHaveLength(3);
  await server.close();
});
