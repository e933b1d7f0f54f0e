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
const NOTHING = /^There is no database in .*\. Run npm run migrate or npm start first: they make one\.$/m;

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

test(
  'design §4 commands where there is no embedded database say so; once migrate has made it there can be an operator',
  { tags: ['full'] },
  async () => {
    const place = { DATABASE_URL: '', DATA_DIR: join(folder, 'none') };
    const refused = await run(program('operator'), OPERATOR, place);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(NOTHING) as string });
    expect(existsSync(join(folder, 'none', 'database'))).toBe(false);
    const migrated = await run(program('migrate'), [], place);
    expect(migrated).toMatchObject({ code: 0, output: expect.stringMatching(/^Ran 0001-initial\.sql$/m) as string });
    const made = await run(program('operator'), OPERATOR, place);
    expect(made).toMatchObject({ code: 0, output: 'prima.gestrice is now an operator of the region\n' });
  },
);

test('design §4 commands: an embedded database without tables is told to be migrated', { tags: ['full'] }, async () => {
  const place = { DATABASE_URL: '', DATA_DIR: join(folder, 'bare') };
  await mkdir(place.DATA_DIR);
  await (await PGlite.create(join(folder, 'bare', 'database'))).close();
  const outcome = await run(program('operator'), OPERATOR, place);
  expect(outcome.output).toMatch(/0001-initial\.sql has not run\)\. Run npm run migrate first\.$/m);
});
