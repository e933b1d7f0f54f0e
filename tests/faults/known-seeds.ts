import type { ScenarioName } from './fixture/people.ts';

/** Seeds that have failed, by scenario. They always run first and are never removed. */
export const KNOWN_SEEDS: Readonly<Record<ScenarioName, readonly number[]>> = {
  sale: [304, 256],
  cancellation: [],
  'amc-order': [12],
  'left-sale': [2435, 2438],
};
