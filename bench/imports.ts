import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { PATIENT_COLUMNS, patientLine } from '#tests/support/import-files.ts';
import { verdict } from './figures.ts';

/** The limits for a file of patients on PostgreSQL: seconds, and MB of the process. */
const [LIMIT_SECONDS, LIMIT_MB] = [60, 200] as const;
const PATIENTS = Number(process.env.BENCH_PATIENTS ?? '100000');
const EMBEDDED_PATIENTS = Math.min(PATIENTS, 10_000);
const LOOK_EVERY_MS = 100;
const ASL_CODES = ['101', '102', '103', '104', '105', '106', '107', '108'];

/** The peak memory of a process in MB, measured while it runs. */
async function watchMemory({ pid }: ChildProcess, stop: AbortSignal): Promise<number> {
  let peak = 0;
  while (!stop.aborted) {
    const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
    await delay(LOOK_EVERY_MS);
  }
  return peak;
}

async function runImport(place: Record<string, string>, ...args: string[]): Promise<string> {
  const start = performance.now();
  const env = { ...process.env, DATABASE_URL: '', ...place };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'import', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => said.push(piece));
  const end = new AbortController();
  const memory = watchMemory(child, end.signal);
  await once(child, 'close');
  end.abort();
  const seconds = (performance.now() - start) / 1000;
  const lastLine = Buffer.concat(said).toString().trim().split('\n').at(-1) ?? '';
  const peak = await memory;
  const isLimited = place.DATABASE_URL !== undefined;
  const told = (value: number, limit: number) => (isLimited ? ` ${verdict(value, limit)}` : '');
  const duration = `${seconds.toFixed(1)} s${told(seconds, LIMIT_SECONDS)}`;
  return `${duration}, ${peak.toFixed(0)} MB at most${told(peak, LIMIT_MB)}: ${lastLine}`;
}

async function writeFiles(folder: string, count: number): Promise<{ readonly asl: string; readonly patients: string }> {
  const [asl, patients] = [join(folder, `asl-${count}.csv`), join(folder, `patients-${count}.csv`)];
  const lines = Array.from({ length: count }, (_, number) => patientLine(number, ASL_CODES));
  await writeFile(asl, ['code;name', ...ASL_CODES.map((code) => `${code};ASL ${code}`)].join('\n'));
  await writeFile(patients, [PATIENT_COLUMNS.join(';'), ...lines].join('\n'));
  return { asl, patients };
}

async function measure(name: string, folder: string, place: Record<string, string>, count: number): Promise<void> {
  const { asl, patients } = await writeFiles(folder, count);
  await runImport(place, 'asl', asl);
  for (const [what, ...flags] of [['dry run', '--dry-run'], ['import'], ['again']] as const) {
    const result = await runImport(place, 'patients', patients, ...flags);
    process.stdout.write(`${name}, ${count} patients, ${what}: ${result}\n`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'voucher-bench-'));
const postgres = await startPostgres();
await measure('PostgreSQL', folder, { DATABASE_URL: postgres.url }, PATIENTS);
await postgres.stop();
await measure('PGlite', folder, { DATA_DIR: join(folder, 'data') }, EMBEDDED_PATIENTS);
await rm(folder, { recursive: true, force: true });
