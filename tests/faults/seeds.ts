import { faultSeeds, firstFaultSeed } from '#tests/extent.ts';
import { KNOWN_SEEDS } from './known-seeds.ts';
import type { ScenarioName } from './fixture/people.ts';

/** How many schedules each scenario goes through in every test run. Fewer of a left sale: only its end differs from a sale's. */
const USUAL_SEEDS: Readonly<Record<ScenarioName, number>> = {
  sale: 40,
  cancellation: 40,
  'amc-order': 40,
  'left-sale': 15,
};

/** Seeds beside those of the scenarios, for the tests of the tests. */
export const CHECKER_SEEDS = { first: -1, second: -2, third: -3 } as const;

/**
 * The seeds of a scenario in this run: those that once failed, then FAULT_SEEDS of them from FAULT_FROM (1) on. The scenario that
 * takes longest is done in two files, which run at the same time.
 */
export function seedsOf(scenario: ScenarioName, half?: 'even' | 'odd'): readonly number[] {
  const count = faultSeeds ?? USUAL_SEEDS[scenario];
  const chosen = Array.from({ length: count }, (_, index) => firstFaultSeed + index);
  const seeds = [...new Set([...KNOWN_SEEDS[scenario], ...chosen])];
  return half ? seeds.filter((seed) => (seed % 2 === 0) === (half === 'even')) : seeds;
}
