import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { fillTemplate } from '../support/prepare-postgres.ts';

const USAGE = `Keeps the fixture as this version of the server stores it, for kept-databases.test.ts. To be run for each release.

npx tsx tests/api/kept-databases/keep.ts --version 0.1.0 --postgres postgres://…/empty
  --postgres  an empty database on a PostgreSQL whose pg_dump is on the path; the older its version, the better
`;

const { values } = parseArgs({ options: { version: { type: 'string' }, postgres: { type: 'string' } } });
if (values.version === undefined || values.postgres === undefined) throw new Error(USAGE);

const target = join(import.meta.dirname, values.version);
await mkdir(target, { recursive: true });

const parent = await mkdtemp(join(tmpdir(), 'voucher-kept-'));
const folder = join(parent, 'database');
await fillTemplate({ kind: 'pglite', folder });
const embedded = await PGlite.create(folder);
const archive = await embedded.dumpDataDir('none');
await embedded.close();
await writeFile(join(target, 'pglite.tar.br'), brotliCompressSync(await archive.arrayBuffer()));
await rm(parent, { recursive: true });

await fillTemplate({ kind: 'postgres', url: values.postgres, poolSize: 1 });
const dump = await promisify(execFile)('pg_dump', ['--inserts', '--no-owner', '--no-privileges', values.postgres], {
  maxBuffer: 2 ** 26,
});
// Removes the commands of psql, so that any client can run the file.
const statements = dump.stdout.split('\n').filter((line) => !line.startsWith('\\') && !line.startsWith('--'));
await writeFile(join(target, 'postgres.sql'), statements.join('\n').replaceAll(/\n{3,}/g, '\n\n'));
