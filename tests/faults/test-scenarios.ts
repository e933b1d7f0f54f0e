import { test } from 'vitest';
import { type Job, runSeed } from './jobs/run-seed.ts';
import { useSetting } from './use-setting.ts';

/**
 * Does a job in the scenario of each of these seeds, a test each.
 * @param name of the tests; the seed follows it
 */
export function testScenarios(name: string, job: Job, seeds: readonly number[]): void {
  const setting = useSetting();
  test.each(seeds)(`${name}, seed %i`, (seed) => runSeed(job, setting(), seed));
}
