import { readFileSync, readdirSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { run } from '#tests/api/postgres.ts';

/** Where Debian's packages keep the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';
const newest = Math.max(...readdirSync(VERSIONS).map(Number));
const PROGRAMS = join(VERSIONS, String(newest), 'bin');

/** The roles, each with a password but the last, by which the proxy asks who is the primary; it reaches no voucher. */
export const ROLES = {
  administrator: 'postgres',
  replication: 'replicator',
  owner: 'voucher_owner',
  server: 'voucher_server',
  check: 'proxy_check',
} as const;
export const DATABASE = 'vouchers';
const POLL_MS = 100;
/** Longest wait for a standby, in ms. */
const TIMEOUTS_MS = 60_000;
export type Passwords = Readonly<Record<keyof typeof ROLES, string>>;

const ACCESS = `
host  postgres     ${ROLES.check}        127.0.0.1/32  trust
host  replication  ${ROLES.replication}  127.0.0.1/32  scram-sha-256
host  all          all                   127.0.0.1/32  scram-sha-256
`;

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly passwords: Passwords;
}

/** Ends a process that may have ended by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** One PostgreSQL, which stands for a machine of its own. */
export class Cluster {
  readonly name: string;
  readonly port: number;
  readonly #passwords: Passwords;
  readonly #data: string;
  #isRunning = false;

  constructor(name: string, { folder, port, passwords }: Place) {
    this.name = name;
    this.port = port;
    this.#passwords = passwords;
    this.#data = join(folder, name);
  }

  /** The address for a role, past the proxy. */
  url(role: keyof typeof ROLES, database: string = DATABASE): string {
    return addressOf(this.port, role, this.#passwords, database);
  }

  async ask<Row extends object>(text: string, database: string = DATABASE): Promise<Row[]> {
    const client = new pg.Client(this.url('administrator', database));
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async create(): Promise<void> {
    const file = `${this.#data}.password`;
    await writeFile(file, this.#passwords.administrator, { mode: 0o644 });
    const login = ['-U', ROLES.administrator, '--auth=scram-sha-256', `--pwfile=${file}`];
    await run(join(PROGRAMS, 'initdb'), ['-D', this.#data, '-E', 'UTF8', '--locale=C', ...login]);
    await writeFile(join(this.#data, 'pg_hba.conf'), ACCESS);
    await this.#configure();
  }

  /** Becomes a standby of another one, with a copy of all that it has. */
  async follow(primary: Cluster): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', ROLES.replication];
    const args = ['-D', this.#data, ...from, '--write-recovery-conf', '--checkpoint=fast'];
    await run(join(PROGRAMS, 'pg_basebackup'), args, { PGPASSWORD: this.#passwords.replication });
    await this.#configure();
  }

  async start(): Promise<void> {
    await this.#control('start', '-l', `${this.#data}.log`);
    this.#isRunning = true;
  }

  /** Makes a standby the primary, which waits for nobody: its former primary's setting came with the copy. */
  async promote(): Promise<void> {
    await this.#control('promote');
    await this.ask(`alter system set synchronous_standby_names = ''`);
    await this.ask('select pg_reload_conf()');
  }

  /** Ends it as a machine does that loses its power: all processes, without a word. */
  kill(): void {
    const [pid = ''] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    // The number 0 would mean this process and all of its group.
    const pids = [pid, ...children].map(Number).filter((number) => number > 0);
    pids.forEach(killIfThere);
    this.#isRunning = false;
  }

  /** Makes sure that it never starts again as it was. */
  async fence(): Promise<void> {
    await rename(this.#data, `${this.#data}.fenced`);
  }

  /** Waits until its standby of this name has all that it has, then confirms nothing without it. */
  async waitFor(standby: Cluster): Promise<void> {
    const isStreaming = `select from pg_stat_replication
      where application_name = '${standby.name}' and state = 'streaming'`;
    await this.#until(isStreaming);
    await this.ask(`alter system set synchronous_standby_names = '${standby.name}'`);
    await this.ask('select pg_reload_conf()');
    await this.#until(`${isStreaming} and sync_state = 'sync'`);
  }

  async stop(): Promise<void> {
    if (this.#isRunning) await this.#control('stop', '-m', 'immediate');
  }

  /** Asks until a row comes. */
  async #until(text: string): Promise<void> {
    const end = Date.now() + TIMEOUTS_MS;
    while ((await this.ask(text)).length === 0) {
      if (Date.now() > end) throw new Error(`${this.name} waits in vain for ${text}`);
      await delay(POLL_MS);
    }
  }

  #configure(): Promise<void> {
    const settings = {
      cluster_name: this.name,
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      synchronous_commit: 'on',
      wal_keep_size: '1GB',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    return appendFile(join(this.#data, 'postgresql.conf'), lines.join(''));
  }

  #control(...args: string[]): Promise<void> {
    return run(join(PROGRAMS, 'pg_ctl'), ['--wait', '-D', this.#data, ...args]);
  }
}

/** The address of a database for a role. */
export function addressOf(port: number, role: keyof typeof ROLES, passwords: Passwords, database = DATABASE): string {
  return `postgres://${ROLES[role]}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}
