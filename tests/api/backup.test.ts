// @module-tag full
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mayChangeRecords, SERVER_ROLE } from '#server/database/server-role.ts';
import { PRODUCTS, USERS } from './support/fixture.ts';
import { readLedger, SALES, sell } from './support/sale.ts';
import { signInAs, startTestServer } from './support/harness.ts';
import { createServerRole, fillTemplate } from './support/prepare-postgres.ts';
import { startPostgres } from './support/postgres.ts';
import { settingsFor } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { administer, databaseUrl, makeTestDatabase } from './support/test-database.ts';

const run = promisify(execFile);

test('design §4 backup: a copy of the folder of a stopped server holds every sale before it and none after', async () => {
  const copy = await makeTestDatabase('pglite');
  if (copy.location.kind !== 'pglite') throw new Error('not embedded');
  const { folder } = copy.location;
  const kept = { ...copy, remove: () => Promise.resolve() };
  const server = await startTestServer({ database: 'pglite', copy: kept });
  const token = await signInAs(server, USERS.aurora);
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
  const ledger = await readLedger(server);
  await server.close();
  await cp(folder, `${folder}-backup`, { recursive: true });
  const later = await startTestServer({ database: 'pglite', copy: kept });
  await sell(later, token, SALES.withPin, PRODUCTS.bread, 2);
  await later.close();

  await rm(folder, { recursive: true });
  await rename(`${folder}-backup`, folder);
  const restored = await startTestServer({ database: 'pglite', copy });
  expect(await readLedger(restored)).toEqual(ledger);
  await sell(restored, token, SALES.withPin, PRODUCTS.bread, 1);
  await restored.close();
});

/** Where Debian installs PostgreSQL's programs. The package of the other tests has no pg_dump. */
const VERSIONS = '/usr/lib/postgresql';
const TOOLS = ['initdb', 'postgres', 'pg_dump', 'createdb', 'pg_restore'];
const installed = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .map((version) => join(VERSIONS, version))
  .filter((folder) => TOOLS.every((tool) => existsSync(join(folder, 'bin', tool))))
  .at(-1);

const OWNER = 'voucher_owner';

/** The document's commands for backup and restore, for a PostgreSQL at this address. */
async function documentedCommands(postgresUrl: string): Promise<string> {
  const text = await readFile('docs/operations.md', 'utf8');
  const [commands = ''] = /(?<=^```sh\n)pg_dump .*?(?=^```$)/ms.exec(text) ?? [];
  return commands.replaceAll('@database/', `@${new URL(postgresUrl).host}/`);
}

test.skipIf(installed === undefined)(
  'design §4 backup: PostgreSQL in use, dumped and restored by the commands of the document, is served as the role that cannot change its records',
  async () => {
    const programs = installed ?? '';
    const postgres = await startPostgres(programs);
    await createServerRole(postgres.url);
    await administer(postgres.url, `create role ${OWNER} login`);
    await administer(postgres.url, `create database vouchers owner ${OWNER}`);
    const folder = await mkdtemp(join(tmpdir(), 'voucher-backup-'));
    const commands = (await documentedCommands(postgres.url)).replaceAll(
      'vouchers.dump',
      join(folder, 'vouchers.dump'),
    );
    const env = { ...process.env, PATH: `${join(programs, 'bin')}:${process.env.PATH ?? ''}` };
    const locationOf = (name: string, role: string) => {
      const url = new URL(databaseUrl(postgres.url, name));
      url.username = role;
      return { kind: 'postgres', url: url.href, poolSize: 5 } as const;
    };
    const serve = (name: string) => {
      const location = locationOf(name, SERVER_ROLE);
      return startTestServer({ database: 'postgres', copy: { location, remove: () => Promise.resolve() } });
    };
    const used = locationOf('vouchers', OWNER);
    await fillTemplate(used);
    await run(process.execPath, [program('migrate')], { env: { ...env, DATABASE_URL: used.url } });
    const server = await serve('vouchers');
    const token = await signInAs(server, USERS.aurora);
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const ledger = await readLedger(server);

    const [dump = '', ...restore] = commands.trim().split('\n');
    await run('sh', ['-euc', dump], { env });
    await sell(server, token, SALES.withPin, PRODUCTS.bread, 2);
    await server.close();
    const { stdout } = await run('sh', ['-euc', restore.join('\n')], { env });
    expect(stdout).toContain(`Granted to ${SERVER_ROLE}`);

    const restored = await serve('restored');
    expect(await readLedger(restored)).toEqual(ledger);
    expect(await mayChangeRecords(restored.db)).toBe(false);
    await sell(restored, token, SALES.withPin, PRODUCTS.bread, 1);
    await restored.close();
    const copy = { location: locationOf('restored', SERVER_ROLE), remove: () => Promise.resolve() };
    const { settings } = await settingsFor(copy, {});
    const started = await startServerProcess([program('server')], settings);
    expect(await started.end()).toBe(0);
    await postgres.stop();
    await rm(folder, { recursive: true });
  },
);
