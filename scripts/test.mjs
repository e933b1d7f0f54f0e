// Runs every check, a stage after the other, and stops at the first that fails. The times of the stages are kept in
// .cache/test-times.md.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const TIMES = join('.cache', 'test-times.md');

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
/** The databases and browsers of the tests leave about a tenth of it, in bytes. */
const ENOUGH_MEMORY = 4 * 2 ** 30;
/** Node's default for young objects makes it tidy up all the time; in MiB. */
const YOUNG_GENERATION = 64;

const types = (project) => ['node_modules/typescript-7/bin/tsc', '-p', `tsconfig.${project}.json`];

/** Programs of one thread each: as many at once as there are processors. */
const CHECKS = [
  ['eslint', '.', '--max-warnings', '0'],
  ['vite', 'build', '--logLevel', 'warn'],
  ['prettier', '--check', '.', '--log-level', 'warn'],
  ['oxlint'],
  types('tests'),
  types('portal'),
  types('server'),
  ['knip'],
  ['node', 'scripts/check-spec-coverage.mjs'],
  ['node', 'scripts/check-references.mjs'],
];

/** A folder for what the tests write and nobody keeps: a quarter of the API tests' time went into writing to the disk. */
async function makeScratchFolder() {
  const { bavail = 0, bsize = 0 } = await statfs(MEMORY).catch(() => ({}));
  const folder = await mkdtemp(join(bavail * bsize < ENOUGH_MEMORY ? tmpdir() : MEMORY, 'voucher-tests-'));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  return folder;
}

const scratch = await makeScratchFolder();
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const env = {
  ...process.env,
  PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=${YOUNG_GENERATION}`,
  TMPDIR: scratch,
};

/** Runs a program of node_modules, or node itself; whether it ended well, and what it printed unless that is shown. */
function run([program, ...args], stdio) {
  const child = spawn(program, args, { env, stdio });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(Buffer.from(error.message)));
    child.on('close', (code) => resolve({ isDone: code === 0, output: Buffer.concat(output).toString() }));
  });
}

/** All of them are run: who mends one failure sees the others too. */
async function check() {
  const waiting = [...CHECKS];
  let allDone = true;
  const work = async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) {
      const { isDone, output } = await run(command, ['ignore', 'pipe', 'pipe']);
      allDone &&= isDone;
      console.log(`${isDone ? 'ok  ' : 'FAIL'} ${command.join(' ')}${isDone ? '' : `\n${output}`}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return allDone;
}

const show =
  (...command) =>
  async () =>
    (await run(command, ['ignore', 'inherit', 'inherit'])).isDone;

/** `npm run test:full` sets it (tests/extent.ts). */
const leftOut = process.env.EVERYTHING === undefined ? ['--tags-filter=!full'] : [];

const STAGES = {
  'lint, types, build': check,
  'tests in Node': show('vitest', 'run', '--silent=passed-only', '--reporter=dot', ...leftOut),
  'tests in Chromium': show('playwright', 'test', '--reporter=dot'),
};

const times = [];
for (const [name, stage] of Object.entries(STAGES)) {
  const began = performance.now();
  const isDone = await stage();
  times.push(`| ${name} | ${Math.round((performance.now() - began) / 1000)} s |${isDone ? '' : ' failed'}`);
  if (!isDone) {
    process.exitCode = 1;
    break;
  }
}
const table = ['| Stage | Time |', '| --- | --- |', ...times].join('\n');
console.log(table);
await mkdir('.cache', { recursive: true });
await writeFile(TIMES, `${table}\n`);
