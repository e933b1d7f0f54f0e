import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, untilAvailable } from '#server/database/open-database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { program } from './support/programs.ts';

const isRoot = process.getuid?.() === 0;
const OWN_DISK = ['-rm', 'sh', '-c', 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"', 'sh'];

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voucher-start-'));
  await chmod(home, 0o755);
});
afterAll(() => rm(home, { recursive: true, force: true }));

interface Attempt {
  readonly env: Readonly<Partial<Record<string, string>>>;
  /** The options of a disk that is mounted at DATA_DIR, for this process alone. */
  readonly disk?: string;
  /** Whether modes hold for the process, as for everybody but root. */
  readonly obeysModes?: boolean;
}

/** Whether this machine lets a test mount a disk of its own. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', [...OWN_DISK, 'size=1m', '/mnt', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the server, which must end by itself. Returns its exit code and the last line of its output. */
async function endOf({ env, disk, obeysModes = false }: Attempt): Promise<[code: unknown, said: string | undefined]> {
  const command = [process.execPath, program('server')];
  const mount = disk === undefined ? [] : ['unshare', ...OWN_DISK, disk, env.DATA_DIR ?? ''];
  const [file = '', ...args] = [...(obeysModes && isRoot ? ['unshare', '-U'] : mount), ...command];
  return new Promise((ended) => {
    execFile(
      file,
      args,
      {
        env: { PATH: process.env.PATH, NODE_ENV: 'test', HOST: '127.0.0.1', ...env },
        timeout: 30_000,
      },
      (error, _stdout, stderr) => ended([error?.code, stderr.trim().split('\n').at(-1)]),
    );
  });
}

interface Member {
  readonly name: string;
  readonly says: RegExp;
  readonly prepare: () => Promise<Attempt> | Attempt;
  readonly wants?: 'mount' | 'linux';
}

/** A folder of the test, prepared. */
async function folder(name: string, prepare: (path: string) => Promise<unknown>): Promise<Attempt> {
  const path = join(home, name);
  await prepare(path);
  return { env: { DATA_DIR: path } };
}

const used = (why: string) =>
  new RegExp(`^The data folder .+ cannot be used: ${why}, or set DATA_DIR to another folder$`);

const MEMBERS: readonly Member[] = [
  {
    name: 'a folder where nothing can be made',
    says: used('no folder can be made there. Make it by hand'),
    prepare: () => ({ env: { DATA_DIR: '/proc/nope' } }),
    wants: 'linux',
  },
  {
    name: 'a file',
    says: used('a file stands in its place. Move that file away'),
    prepare: () => folder('file', (path) => writeFile(path, '')),
  },
  {
    name: 'a folder in a file',
    says: used('a file stands in its place. Move that file away'),
    prepare: async () => {
      const { env } = await folder('parent', (path) => writeFile(path, ''));
      return { env: { DATA_DIR: join(env.DATA_DIR ?? '', 'data') } };
    },
  },
  {
    name: 'a file in place of the database',
    says: used('a file stands in its place. Move that file away'),
    prepare: () =>
      folder('database-file', async (path) => {
        await mkdir(path);
        await writeFile(join(path, 'database'), '');
      }),
  },
  {
    name: 'a folder of another user',
    says: used('this user may not write there. Make this user its owner'),
    prepare: async () => ({ ...(await folder('foreign', (path) => mkdir(path, { mode: 0o555 }))), obeysModes: true }),
  },
  {
    name: 'a database of another user',
    says: used('this user may not write there. Make this user its owner'),
    prepare: async () => ({
      ...(await folder('foreign-database', async (path) => {
        await mkdir(join(path, 'database'), { recursive: true });
        await chmod(join(path, 'database'), 0o500);
        await chmod(path, 0o777);
      })),
      obeysModes: true,
    }),
  },
  {
    name: 'a disk that is read-only',
    says: used('its disk is read-only. Mount it to be written'),
    prepare: async () => ({ ...(await folder('read-only', (path) => mkdir(path))), disk: 'ro' }),
    wants: 'mount',
  },
  {
    name: 'a disk that is full',
    says: used('its disk is full. Make room'),
    prepare: async () => ({ ...(await folder('full', (path) => mkdir(path))), disk: 'size=2m' }),
    wants: 'mount',
  },
  {
    name: 'a damaged database',
    says: used('its database cannot be opened, .+ delete it to start again'),
    prepare: () =>
      folder('damaged', async (path) => {
        await mkdir(join(path, 'database'), { recursive: true });
        await writeFile(join(path, 'database', 'PG_VERSION'), '9.6\n');
      }),
  },
  {
    name: 'a port that is taken',
    says: /EADDRINUSE.+: stop the other process, or set PORT$/,
    prepare: async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      taken.unref();
      return { env: { DATA_DIR: join(home, 'port'), PORT: String((taken.address() as AddressInfo).port) } };
    },
  },
  {
    name: 'an address of another machine',
    says: /EADDRNOTAVAIL.+: it must be an address of this machine$/,
    prepare: () => ({ env: { DATA_DIR: join(home, 'host'), OPERATIONS_PORT: '192.0.2.1:9090' } }),
  },
];
const canMount = mayMount();

for (const { name, says, prepare, wants } of MEMBERS)
  test.skipIf((wants === 'mount' && !canMount) || (wants === 'linux' && process.platform !== 'linux'))(
    `design §4 start: ${name} ends it with what to do`,
    async () => {
      const [code, said] = await endOf(await prepare());
      expect([code, said]).toEqual([1, expect.stringMatching(says)]);
    },
  );

/** A server that takes connections and says nothing. */
async function silentUrl(): Promise<string> {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silent.unref();
  return `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/vouchers`;
}

async function expectToldOnce(url: string): Promise<void> {
  const told: unknown[] = [];
  const retries = { forMs: 1500, waitMs: 1000, onAway: (error: unknown) => told.push(error) };
  const opening = untilAvailable(() => openDatabase({ kind: 'postgres', url, poolSize: 1 }), retries);
  await expect(opening).rejects.toThrow(/^PostgreSQL cannot be reached: .+\. Start it, or correct DATABASE_URL$/);
  expect(told.length).toBeLessThan(3);
}

test('design §4 start: a PostgreSQL that is not there is told at once, and waited for no longer than said', async () => {
  await expectToldOnce(`postgres://nobody@127.0.0.1:${await freePort()}/vouchers`);
});

test(
  'design §4 start: a PostgreSQL that says nothing is waited for no longer than said',
  { tags: ['full'] },
  async () => {
    await expectToldOnce(await silentUrl());
  },
);

/** A message of PostgreSQL that asks who it is. */
function authentication(kind: number, data: string): Buffer {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + Buffer.byteLength(data), 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(data)]);
}

test('design §4 start: a PostgreSQL that wants a password is told as such, and what to do', async () => {
  const asking = createServer((socket) => {
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(authentication(11, 'r=x,s=eA==,i=4096')));
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(asking, 'listening');
  onTestFinished(() => void asking.close());
  const url = `postgres://nobody@127.0.0.1:${(asking.address() as AddressInfo).port}/vouchers`;
  const opening = openDatabase({ kind: 'postgres', url, poolSize: 1 });
  await expect(opening).rejects.toThrow(/It wants a password: write one into DATABASE_URL$/);
});
