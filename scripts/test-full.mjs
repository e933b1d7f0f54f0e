// Runs all checks of `npm test` with longer tests, and the tests that `npm test` leaves out (tests/extent.ts). A
// variable that is already set keeps its value.
import { spawn } from 'node:child_process';

const SEEDS = 2 ** 31;
const FULL = {
  EVERYTHING: '1',
  FUZZED_REQUESTS: '20000',
  MODEL_RUNS: '1000',
  KILLINGS: '20',
  FAULT_SEEDS: '400',
  TEST_SEED: String(Date.now() % SEEDS),
};
const env = { ...FULL, ...process.env };

console.log(
  Object.keys(FULL)
    .map((name) => `${name}=${env[name]}`)
    .join(' '),
);
const child = spawn(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
