import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ProgramName, program } from './support/programs.ts';
import { administer, databaseUrl } from './support/test-database.ts';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const name = `test_${randomUUID().replaceAll('-', '')}`;
let folder: string;
let asl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voucher-empty-'));
  asl = join(folder, 'asl.csv');
  await writeFile(asl, 'code;name\n101;ASL n. 1\n');
  await administer(inject('postgresUrl'), `create database ${name}`);
});
afterAll(async () => {
  await administer(inject('postgresUrl'), `drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program to its end; `ASL` among the arguments is a file to import. */
function run(file: string, args: readonly string[], place: NodeJS.ProcessEnv): Promise<Outcome> {
  const given = args.map((arg) => (arg === 'ASL' ? asl : arg));
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...given], { env: { ...process.env, ...place } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

const OPERATOR = ['--username', 'prima.gestrice'];
const LACKS = /^The database lacks tables of this release \(0001-initial\.sql has not run\)\. Run npm run migrate, as/;
const NOTHING = /^There is no database in .*\. Run npm start first: it makes one\.$/m;

describe('design §4 commands on an empty PostgreSQL say what to run first, or make the tables', () => {
  test.each<[ProgramName, readonly string[], number, RegExp]>([
    ['reconcile', [], 2, LACKS],
    ['import', ['asl', 'ASL', '--dry-run'], 0, /^created 1, changed 0, unchanged 0, refused 0$/m],
    ['operator', OPERATOR, 0, /^prima.gestrice is now an operator of the region$/m],
  ])('%s %j', async (command, args, code, said) => {
    const place = { DATABASE_URL: databaseUrl(inject('postgresUrl'), name) };
    const outcome = await run(program(command), args, place);
    expect(outcome.output).toMatch(said);
    expect(outcome.code).toBe(code);
  });
});

describe('design §4 commands where there is no embedded database yet', () => {
  test.each<[ProgramName, readonly string[], number, RegExp]>([
    ['reconcile', [], 2, NOTHING],
    ['migrate', [], 1, /^Set DATABASE_URL to the database, as the owner of its tables\.$/m],
  ])('%s %j says so and makes none', async (command, args, code, said) => {
    const place = { DATABASE_URL: '', DATA_DIR: join(folder, 'none') };
    const outcome = await run(program(command), args, place);
    expect(outcome.output).toMatch(said);
    expect(outcome.code).toBe(code);
    expect(existsSync(join(folder, 'none', 'database'))).toBe(false);
  });

  test('an embedded database without tables is told to be started', { tags: ['full'] }, async () => {
    const place = { DATABASE_URL: '', DATA_DIR: join(folder, 'bare') };
    await mkdir(place.DATA_DIR);
    await (await PGlite.create(join(folder, 'bare', 'database'))).close();
    const outcome = await run(program('operator'), OPERATOR, place);
    expect(outcome.output).toMatch(/0001-initial\.sql has not run\)\. Run npm start first\.$/m);
  });
});
