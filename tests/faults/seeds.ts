import { faultSeeds, firstFaultSeed } from '#tests/extent.ts';
import { KNOWN_SEEDS } from './known-seeds.ts';
import type { ScenarioName } from './fixture/people.ts';

/**
 * The number of seeds of each scenario in a usual run. A left sale has fewer, because only its end differs from a sale.
 */
const USUAL_SEEDS: Readonly<Record<ScenarioName, number>> = {
  sale: 6,
  cancellation: 6,
  'amc-order': 6,
  'left-sale': 4,
};

/** Seeds that no scenario uses, for the tests of the checks. */
export const CHECKER_SEEDS = { first: -1, second: -2, third: -3 } as const;

/**
 * The seeds of a scenario in this run: those that have failed, then FAULT_SEEDS of them from FAULT_FROM (1) on. The
 * slowest scenario is split into two files, which run in parallel.
 */
export function seedsOf(scenario: ScenarioName, half?: 'even' | 'odd'): readonly number[] {
  const count = faultSeeds ?? USUAL_SEEDS[scenario];
  const chosen = Array.from({ length: count }, (_, index) => firstFaultSeed + index);
  const seeds = [...new Set([...KNOWN_SEEDS[scenario], ...chosen])];
  return half ? seeds.filter((seed) => (seed % 2 === 0) === (half === 'even')) : seeds;
}
