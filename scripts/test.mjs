// Runs every check, a line for each, then the totals. Stops at the first that fails, and says first what failed.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { briefly, playwrightReport, vitestReport } from './test-reports.mjs';

/** Where all that a failed check printed is kept. */
const KEPT_OUTPUT = join('.cache', 'failed-check.log');
/** Programs of one thread that run at the same time. */
const AT_ONCE = Math.max(2, availableParallelism());

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
/** The databases and browsers of the tests leave about a tenth of it, in bytes. */
const ENOUGH_MEMORY = 4 * 2 ** 30;
/** Node's default for young objects makes it tidy up all the time; in MiB. */
const YOUNG_GENERATION = 64;

/** A folder for what the checks write and nobody keeps: a quarter of the API tests' time went into writing to the disk. */
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
const PLAYWRIGHT_REPORT = join(scratch, 'playwright.json');
const ENVIRONMENT = {
  ...process.env,
  PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=${YOUNG_GENERATION}`,
  TMPDIR: scratch,
  PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
};
const stop = new AbortController();

const types = (project) => ['node_modules/typescript-7/bin/tsc', '-p', `tsconfig.${project}.json`];

const vitest = (...projects) => {
  const file = join(scratch, `${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  return {
    command: [
      'vitest',
      'run',
      ...chosen,
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    report: { file, ...vitestReport },
  };
};

/** The checks of a stage share the processors; a stage begins when all of the one before have passed. */
const STAGES = [
  [
    { name: 'import rules and hooks', command: ['eslint', '.', '--max-warnings', '0'] },
    { name: 'rules that need types', command: ['oxlint'] },
    { name: 'types of the tests', command: types('tests') },
    { name: 'types of the portal', command: types('portal') },
    { name: 'types of the server', command: types('server') },
    { name: 'format', command: ['prettier', '--check', '.', '--log-level', 'warn'] },
    { name: 'unused code', command: ['knip'] },
    { name: 'coverage of the specification', command: ['node', 'scripts/check-spec-coverage.mjs'] },
    { name: 'references', command: ['node', 'scripts/check-references.mjs'] },
    { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
    // While the lint still goes on in its one thread.
    { name: 'unit tests', ...vitest('unit') },
  ],
  [{ name: 'component tests', ...vitest('component', 'work') }],
  [{ name: 'API tests', ...vitest('api') }],
  [{ name: 'faults between portal and server', ...vitest('faults') }],
  [
    {
      name: 'whole jobs in a browser',
      command: ['playwright', 'test', '--reporter=list,json'],
      report: { file: PLAYWRIGHT_REPORT, ...playwrightReport },
    },
  ],
];

/** Runs a program of node_modules (or node itself) and keeps its output. */
function run([program, ...args]) {
  const child = spawn(program, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], signal: stop.signal });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code, signal) => {
      if (signal) output.push(Buffer.from(`\nended by ${signal}\n`));
      resolve({ isDone: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

function seconds(since) {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}

/** What a check's report says, with a remark where it has one; a check that fails without a failed test counts as one. */
async function readReport({ report }, isDone) {
  const text = report && (await readFile(report.file, 'utf8').catch(() => undefined));
  const content = text && JSON.parse(text);
  const { passed, failed } = content ? report.counts(content) : { passed: 0, failed: 0 };
  return {
    passed,
    failed: isDone ? failed : Math.max(failed, 1),
    failures: content ? report.failures(content) : [],
    remark: content && report.remark?.(content),
  };
}

async function perform(check) {
  const began = performance.now();
  const { isDone, output } = await run(check.command);
  return { name: check.name, time: seconds(began), isDone, output, ...(await readReport(check, isDone)) };
}

/** Begins the checks of a stage, so many at once; the outcomes come in the order of the checks. */
function begin(checks) {
  const waiting = [];
  let free = AT_ONCE;
  return checks.map(async (check) => {
    if (free === 0) await new Promise((go) => waiting.push(go));
    else free -= 1;
    const outcome = await perform(check);
    const next = waiting.shift();
    if (next) next();
    else free += 1;
    return outcome;
  });
}

async function tell({ name, time, isDone, output, failures, remark }) {
  console.log(`${isDone ? 'ok  ' : 'FAIL'} ${name} (${time})${remark ? ` in ${remark}` : ''}`);
  if (isDone) return;
  console.log(briefly(failures, output));
  await mkdir('.cache', { recursive: true });
  await writeFile(KEPT_OUTPUT, output);
  console.log(`(all of it: ${KEPT_OUTPUT})`);
}

async function runAll() {
  let passed = 0;
  let failed = 0;
  for (const stage of STAGES) {
    for (const pending of begin(stage)) {
      const outcome = await pending;
      passed += outcome.passed;
      failed += outcome.failed;
      await tell(outcome);
      if (!outcome.isDone) return { passed, failed };
    }
  }
  return { passed, failed };
}

const start = performance.now();
const { passed, failed } = await runAll();
stop.abort();
console.log(`in ${seconds(start)}`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
