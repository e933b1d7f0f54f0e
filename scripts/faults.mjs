// Runs the fault tests and the model tests with many more seeds than `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const OPTIONS = { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } };
const { values, positionals } = parseArgs({ options: OPTIONS, strict: false });
const [seeds, from] = [values.seeds, values.from].map(Number);
const isKnown = Object.keys(values).every((name) => name in OPTIONS) && positionals.length === 0;
if (!isKnown || !Number.isInteger(seeds) || !Number.isInteger(from) || seeds < 1 || from < 1) {
  console.error('npm run faults -- --seeds 5000 --from 1: how many seeds, and which is the first');
  process.exit(2);
}

/**
 * Runs vitest.
 * @returns whether all tests passed
 */
async function test(...args) {
  const env = { ...process.env, FAULT_SEEDS: String(seeds), FAULT_FROM: String(from), MODEL_RUNS: String(seeds) };
  const program = join(process.cwd(), 'node_modules/.bin/vitest');
  const child = spawn(program, ['run', '--reporter=dot', ...args], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}

const haveFaultsPassed = await test('--project', 'faults');
const haveModelsPassed = await test('--project', 'unit', '.model.test.ts');
if (!haveFaultsPassed || !haveModelsPassed) process.exitCode = 1;
