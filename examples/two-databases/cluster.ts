import { readFileSync, readdirSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { run } from '#tests/api/support/postgres.ts';

/** The folder of PostgreSQL's programs by version in Debian packages. */
const VERSIONS = '/usr/lib/postgresql';
const newest = Math.max(...readdirSync(VERSIONS).map(Number));
const PROGRAMS = join(VERSIONS, String(newest), 'bin');

/**
 * The roles. All have a password except the last: the proxy uses it to find the primary, and it can read no voucher.
 */
export const ROLES = {
  administrator: 'postgres',
  replication: 'replicator',
  owner: 'voucher_owner',
  server: 'voucher_server',
  check: 'proxy_check',
} as const;
export const DATABASE = 'vouchers';
const POLL_MS = 100;
/** The unit of CPU times in Linux. */
const TICKS_PER_SECOND = 100;
/** The longest wait for a standby in ms. */
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

/** Kills a process that may have ended already. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The CPU time of a process in Linux, and of its children that have ended. */
function cpuTicks(pid: number): { readonly own: number; readonly ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain spaces. The first field after it is the third of proc(5).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { own: user + system, ended: endedUser + endedSystem };
  } catch {
    // It has just ended, so its parent has its time.
    return { own: 0, ended: 0 };
  }
}

/** One PostgreSQL server, which represents its own machine. */
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

  /** The URL for a role, without the proxy. */
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

  /** Becomes a standby with a copy of another server's data. */
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

  /** Makes a standby the primary. It waits for no standby: the copied setting of the former primary is reset. */
  async promote(): Promise<void> {
    await this.#control('promote');
    await this.ask(`alter system set synchronous_standby_names = ''`);
    await this.ask('select pg_reload_conf()');
  }

  /** Kills all processes at once, like a power failure. */
  kill(): void {
    this.#pids().forEach(killIfThere);
    this.#isRunning = false;
  }

  /** The CPU time of all its processes until now in seconds, including those that have ended. */
  cpuSeconds(): number {
    const [postmaster = 0, ...children] = this.#pids();
    const { own, ended } = cpuTicks(postmaster);
    return children.reduce((sum, pid) => sum + cpuTicks(pid).own, own + ended) / TICKS_PER_SECOND;
  }

  /** Makes sure that it never starts again in its former role. */
  async fence(): Promise<void> {
    await rename(this.#data, `${this.#data}.fenced`);
  }

  /** Waits until the standby has all data; after that no commit is confirmed without it. */
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

  /** Repeats a query until it returns a row. */
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

  /** The processes, the postmaster first. */
  #pids(): number[] {
    const [pid = ''] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    // The number 0 would mean this process and its whole group.
    return [pid, ...children].map(Number).filter((number) => number > 0);
  }

  #control(...args: string[]): Promise<void> {
    return run(join(PROGRAMS, 'pg_ctl'), ['--wait', '-D', this.#data, ...args]);
  }
}

/** The URL of a database for a role. */
export function addressOf(port: number, role: keyof typeof ROLES, passwords: Passwords, database = DATABASE): string {
  return `postgres://${ROLES[role]}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}
