// Runs all checks in stages and stops at the first failed stage. The durations of the stages are in .cache/test-times.md;
// with --record they take the place of the last ones of this command in docs/test-times.md.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';

const TIMES = join('.cache', 'test-times.md');
const RECORD = join('docs', 'test-times.md');

/** The file system in memory on Linux. */
const MEMORY = '/dev/shm';
/** In bytes. The databases and browsers of the tests use about a tenth of it. */
const ENOUGH_MEMORY = 4 * 2 ** 30;
/** In MiB. With Node's default for young objects the garbage collector runs all the time. */
const YOUNG_GENERATION = 64;

/** oxlint checks the types too. */
const CHECKS = [
  ['oxlint'],
  ['vite', 'build', '--logLevel', 'warn'],
  ['node', 'scripts/build-server.mjs'],
  // What portal and server share must compile without the browser's types too.
  ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.server.json'],
  ['knip'],
  ['node', 'scripts/check-migrations.mjs'],
  ['oxfmt', '--check'],
  ['node', 'scripts/check-spec-coverage.mjs'],
  ['node', 'scripts/check-references.mjs'],
];

/**
 * Creates a folder for temporary files of the tests, in memory if possible: on a disk, writing takes a quarter of the
 * API tests' time.
 */
async function makeScratchFolder() {
  const { bavail = 0, bsize = 0 } = await statfs(MEMORY).catch(() => ({}));
  const folder = await mkdtemp(join(bavail * bsize < ENOUGH_MEMORY ? tmpdir() : MEMORY, 'voucher-tests-'));
  // When the tests run as root, PostgreSQL runs as another user.
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

/** Runs node or a program of node_modules. Returns whether it succeeded, and its output. */
function run([program, ...args], ownEnv = env) {
  const child = spawn(program, args, { env: ownEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(Buffer.from(error.message)));
    child.on('close', (code) => resolve({ isDone: code === 0, output: Buffer.concat(output).toString() }));
  });
}

/** What a green run says of its output: the browsers, and how many tests there were. */
const TOLD = /^\s*(Browser:|Test Files |Tests |\d+ (flaky|skipped|passed)).*$/gm;

/**
 * Runs commands, as many at the same time as there are processors, and all of them even after a failure, to show all
 * failures at once. The whole output is shown only of those that fail: tests provoke errors, which servers log.
 */
async function runAll(commands, ownEnv) {
  const waiting = [...commands];
  let allDone = true;
  const work = async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) {
      const { isDone, output } = await run(command, ownEnv);
      allDone &&= isDone;
      const shown = isDone ? (stripVTControlCharacters(output).match(TOLD) ?? []) : [output];
      console.log([`${isDone ? 'ok  ' : 'FAIL'} ${command.join(' ')}`, ...shown].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return allDone;
}

/** `npm run test:full` sets this variable (tests/extent.ts). */
const leftOut = process.env.EVERYTHING === undefined ? ['--tags-filter=!full'] : [];

/** The oldest Node that package.json allows, and those that get security fixes. */
const NODES = ['20.19', '22', '24'];
const VITEST = ['vitest', 'run', '--silent=passed-only', '--reporter=dot'];

/** The commands of each stage, and their environment if it is another. */
const STAGES = {
  'lint, types, build': [CHECKS],
  'tests in Node': [[[...VITEST, ...leftOut]]],
  'tests in browsers': [[['playwright', 'test', '--reporter=dot']]],
};
if (leftOut.length === 0) {
  const [major] = process.versions.node.split('.');
  const tests = [...VITEST, '--project=unit', '--project=unit-fresh', '--project=api', '--tags-filter=!full'];
  const usual = {
    ...env,
    EVERYTHING: undefined,
    FUZZED_REQUESTS: undefined,
    MODEL_RUNS: undefined,
    KILLINGS: undefined,
  };
  for (const version of NODES.filter((one) => one.split('.')[0] !== major)) {
    // npm has Node as a package. What is the same on each Node need not be long on each.
    const node = ['npx', '--yes', '--package', `node-${process.platform}-${process.arch}@${version}`, '--'];
    STAGES[`unit and API tests on Node ${version}`] = [[[...node, ...tests]], usual];
  }
}

const times = [];
for (const [name, [commands, ownEnv]] of Object.entries(STAGES)) {
  const began = performance.now();
  const isDone = await runAll(commands, ownEnv);
  times.push([name, `${Math.round((performance.now() - began) / 1000)} s${isDone ? '' : ', failed'}`]);
  if (!isDone) {
    process.exitCode = 1;
    break;
  }
}
const rows = times.map(([name, time]) => `| ${name} | ${time} |`);
const table = ['| Stage | Time |', '| --- | --- |', ...rows].join('\n');
console.log(table);
await mkdir('.cache', { recursive: true });
await writeFile(TIMES, `${table}\n`);

/** Replaces the rows of this command in the table of the recorded times. */
async function record(command) {
  const text = await readFile(RECORD, 'utf8');
  const others = text.split('\n').filter((line) => !line.startsWith(`| \`${command}\``));
  const when = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} processors`;
  const own = times.map(([name, time]) => `| \`${command}\` | ${name} | ${time} | ${when} |`);
  await writeFile(RECORD, `${others.join('\n').trimEnd()}\n${own.join('\n')}\n`);
  await run(['oxfmt', RECORD]);
}

if (process.argv.includes('--record') && process.exitCode === undefined) {
  await record(leftOut.length === 0 ? 'npm run test:full' : 'npm test');
}
