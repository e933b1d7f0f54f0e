import { test } from 'vitest';
import { type Scenario, runSeed } from './scenarios/run-seed.ts';
import { useFaultFixture } from './use-fault-fixture.ts';

/**
 * Runs a scenario with the faults of each of these seeds, one test per seed.
 * @param name of the tests, before the seed
 */
export function testScenarios(name: string, scenario: Scenario, seeds: readonly number[]): void {
  const fixture = useFaultFixture();
  test.each(seeds)(`${name}, seed %i`, (seed) => runSeed(scenario, fixture(), seed));
}
