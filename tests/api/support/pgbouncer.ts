import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { POSTGRES_OWNER } from './postgres.ts';

/** A PgBouncer of this machine, and whether it knows prepared statements (from 1.21 on). */
export interface FoundPooler {
  readonly program: string;
  readonly version: string;
  readonly knowsPrepared: boolean;
}

/** The PgBouncer of `PGBOUNCER_PATH`, else that of the machine, else none. */
export function findPooler(): FoundPooler | undefined {
  for (const program of process.env.PGBOUNCER_PATH
    ? [process.env.PGBOUNCER_PATH]
    : ['pgbouncer', '/usr/sbin/pgbouncer']) {
    try {
      const [, version = '', major, minor] =
        /PgBouncer ((\d+)\.(\d+)\S*)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
      return { program, version, knowsPrepared: Number(major) > 1 || Number(minor) >= 21 };
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

export interface RunningPooler {
  /** The address of a database of that PostgreSQL, for this user. */
  readonly urlOf: (user: string, database: string) => string;
  readonly stop: () => Promise<void>;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await delay(20);
    } finally {
      socket.destroy();
    }
  }
}

/** Starts a pooler that shares connections between transactions, before a PostgreSQL whose users need no password. */
export async function startPooler(
  { program }: FoundPooler,
  postgresUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-pooler-'));
  if (POSTGRES_OWNER.uid !== undefined) await chown(folder, POSTGRES_OWNER.uid, POSTGRES_OWNER.gid);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: '5',
    server_login_retry: '1',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const { hostname, port: behind } = new URL(postgresUrl);
  await writeFile(users, ['postgres', 'voucher_server'].map((user) => `"${user}" ""\n`).join(''));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, [`[databases]`, `* = host=${hostname} port=${behind}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const child = spawn(program, [file], { ...POSTGRES_OWNER, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await Promise.race([
    untilListening(port),
    ended.then(([code]) => {
      throw new Error(`PgBouncer ended with ${String(code)}`);
    }),
  ]);
  return {
    urlOf: (user, database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
