/**
 * How much the long tests do: as much as `npm test` has time for, or as these variables say. `npm run test:full` sets
 * the first three; the last repeats what has failed, whose seed is in its message.
 */
const { MODEL_RUNS, FUZZED_REQUESTS, KILLINGS, TEST_SEED } = process.env;

/** How often a model test runs. */
export function modelRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, Number(MODEL_RUNS ?? 0)) };
}

/** How many requests the fuzzing makes. */
export const fuzzedRequests = Number(FUZZED_REQUESTS ?? 500);

/** At how many moments the server is killed on each database; undefined in a usual run. */
export const killings = KILLINGS === undefined ? undefined : Number(KILLINGS);

/** From which chance everything follows in a test that is to be the same in every run. */
export const testSeed = Number(TEST_SEED ?? 20_260_515);

/** For a test that is as long as it is told to be, in ms. */
export const LONG_TEST = 3_600_000;
