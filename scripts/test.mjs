// Runs every check in sequence; a line for each, then the totals. Stops at the first check that fails.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const reports = await mkdtemp(join(tmpdir(), 'voucher-tests-'));
const VITEST_REPORT = join(reports, 'vitest.json');
const PLAYWRIGHT_REPORT = join(reports, 'playwright.json');

/** @returns what vitest's report counts */
function vitestCounts({ numPassedTests, numFailedTests }) {
  return { passed: numPassedTests, failed: numFailedTests };
}

/** @returns what playwright's report counts; a test that passed at a second try only has failed */
function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

const vitest = (project) => ({
  command: [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${VITEST_REPORT}`,
  ],
  report: VITEST_REPORT,
  count: vitestCounts,
});

const CHECKS = [
  { name: 'types of the portal', command: ['tsc', '-p', 'tsconfig.portal.json'] },
  { name: 'types of the server', command: ['tsc', '-p', 'tsconfig.server.json'] },
  { name: 'types of the tests', command: ['tsc', '-p', 'tsconfig.tests.json'] },
  { name: 'lint and import rules', command: ['eslint', '.', '--max-warnings', '0'] },
  { name: 'format', command: ['prettier', '--check', '.', '--log-level', 'warn'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'coverage of the specification', command: ['node', 'scripts/check-spec-coverage.mjs'] },
  { name: 'unit tests', ...vitest('unit') },
  { name: 'component tests', ...vitest('component') },
  { name: 'API tests on both databases', ...vitest('api') },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'weight budgets', command: ['node', 'scripts/check-weight.mjs'] },
  {
    name: 'whole jobs in a browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    report: PLAYWRIGHT_REPORT,
    count: playwrightCounts,
  },
];

/** Runs a program of node_modules (or node itself) and keeps its output. */
function run([program, ...args]) {
  const env = {
    ...process.env,
    PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ isDone: code === 0, output: Buffer.concat(output).toString() }));
  });
}

function seconds(since) {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}

/** Counts a check's tests from its report; a check that fails without a failed test counts as one. */
async function countTests({ report, count }, isDone) {
  const text = report && (await readFile(report, 'utf8').catch(() => undefined));
  const counts = text ? count(JSON.parse(text)) : { passed: 0, failed: 0 };
  return isDone || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const start = performance.now();
let passed = 0;
let failed = 0;
for (const check of CHECKS) {
  const began = performance.now();
  const { isDone, output } = await run(check.command);
  const counts = await countTests(check, isDone);
  passed += counts.passed;
  failed += counts.failed;
  console.log(`${isDone ? 'ok  ' : 'FAIL'} ${check.name} (${seconds(began)})`);
  if (isDone) continue;
  console.log(output);
  process.exitCode = 1;
  break;
}
await rm(reports, { recursive: true, force: true });
console.log(`in ${seconds(start)}`);
console.log(`${passed} passed, ${failed} failed`);
