// @module-tag full
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { restoreBackup } from '#server/database/backup.ts';
import { PRODUCTS, TEST_PEPPER, USERS } from './support/fixture.ts';
import { readLedger, SALES, sell } from './support/sale.ts';
import { signInAs, startTestServer } from './support/harness.ts';
import { createServerRole, fillTemplate } from './support/prepare-postgres.ts';
import { freePort, startPostgres } from './support/postgres.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from './support/server-process.ts';
import { administer, databaseUrl, makeTestDatabase } from './support/test-database.ts';

const run = promisify(execFile);

async function makeEmbedded() {
  const copy = await makeTestDatabase('pglite');
  if (copy.location.kind !== 'pglite') throw new Error('not embedded');
  return { copy, folder: copy.location.folder };
}

test('design §4 backup: one of a database in use, restored, holds every sale before it and none after', async () => {
  const { copy, folder } = await makeEmbedded();
  const server = await startTestServer({ database: 'pglite', copy: { ...copy, remove: () => Promise.resolve() } });
  const token = await signInAs(server, USERS.aurora);
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
  const ledger = await readLedger(server);
  const file = (await server.backup?.()) ?? '';
  await sell(server, token, SALES.withPin, PRODUCTS.bread, 2);
  await server.close();

  await expect(restoreBackup(file, folder)).rejects.toThrow('There is a database');
  await rm(folder, { recursive: true });
  await restoreBackup(file, folder);
  const restored = await startTestServer({ database: 'pglite', copy });
  expect(await readLedger(restored)).toEqual(ledger);
  await sell(restored, token, SALES.withPin, PRODUCTS.bread, 1);
  await restored.close();
});

test('design §4 backup: by its command while the server runs; after a crash the other command restores it, and nothing of a damaged one', async () => {
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
  const running = await startServerProcess([program('server')], env);
  const { stdout } = await run(process.execPath, ['scripts/backup.mjs'], { env });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await running.kill();
  await rm(folder, { recursive: true });
  const damaged = join(dirname(folder), 'damaged.tar.gz');
  await writeFile(damaged, (await readFile(stdout.trim())).subarray(0, 1000));
  await expect(run(process.execPath, [program('restore'), damaged], { env })).rejects.toThrow();
  expect(existsSync(folder)).toBe(false);
  await run(process.execPath, [program('restore'), stdout.trim()], { env });
  const server = await startTestServer({ database: 'pglite', copy });
  expect((await readLedger(server)).purchases).toHaveLength(3);
  await server.close();
});

/** Where Debian and its kin put the programs of PostgreSQL; the package of the other tests has no pg_dump. */
const VERSIONS = '/usr/lib/postgresql';
const TOOLS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const installed = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .map((version) => join(VERSIONS, version))
  .filter((folder) => TOOLS.every((tool) => existsSync(join(folder, 'bin', tool))))
  .at(-1);

test.skipIf(installed === undefined)(
  'design §4 backup: PostgreSQL by pg_dump while it is in use, and restored by pg_restore into an empty database',
  async () => {
    const programs = installed ?? '';
    const postgres = await startPostgres(programs);
    await createServerRole(postgres.url);
    const folder = await mkdtemp(join(tmpdir(), 'voucher-backup-'));
    const at = async (name: string) => {
      await administer(postgres.url, `create database ${name}`);
      return { kind: 'postgres', url: databaseUrl(postgres.url, name), poolSize: 5 } as const;
    };
    const location = await at('used');
    await fillTemplate(location);
    const nothing = () => Promise.resolve();
    const server = await startTestServer({ database: 'postgres', copy: { location, remove: nothing } });
    const token = await signInAs(server, USERS.aurora);
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const ledger = await readLedger(server);
    const file = join(folder, 'vouchers.dump');
    await run(join(programs, 'bin/pg_dump'), ['--format=custom', `--file=${file}`, location.url]);
    await sell(server, token, SALES.withPin, PRODUCTS.bread, 2);
    await server.close();

    const target = await at('restored');
    const options = ['--exit-on-error', '--no-owner', `--dbname=${target.url}`, file];
    await run(join(programs, 'bin/pg_restore'), options);
    const restored = await startTestServer({ database: 'postgres', copy: { location: target, remove: nothing } });
    expect(await readLedger(restored)).toEqual(ledger);
    await sell(restored, token, SALES.withPin, PRODUCTS.bread, 1);
    await restored.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  },
);
