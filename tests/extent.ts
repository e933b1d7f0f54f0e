/**
 * The extent of the long tests: by default short enough for `npm test`, otherwise as set by these environment variables.
 * `npm run test:full` sets all of them but FAULT_FROM and SLOWDOWN, `npm run faults` the scenarios and the models.
 *
 * - EVERYTHING: any value also runs browser tests of what cheaper tests prove (`@full`), the API tests on the embedded
 *   database, the tests of killed servers, backups and the example resource (`full`), and checks every state of a screen
 *   in all widths, text sizes, themes and languages
 * - FUZZED_REQUESTS: requests generated from the contract
 * - MODEL_RUNS: runs of each model test
 * - KILLINGS: moments at which a server is killed amid sales, on each database
 * - FAULT_SEEDS, FAULT_FROM: scenarios of each kind, and the seed of the first
 * - TEST_SEED: the seed of the requests, the model of the ledger and the moments; a failure names it
 * - SLOWDOWN: how many times slower the processor of the pages in Chromium is
 */
const { EVERYTHING, FUZZED_REQUESTS, MODEL_RUNS, KILLINGS, FAULT_SEEDS, FAULT_FROM, TEST_SEED, SLOWDOWN } = process.env;

function given(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export const isFull = EVERYTHING !== undefined;

export const fuzzedRequests = given(FUZZED_REQUESTS) ?? 400;

/** How often a model test runs. */
export function modelRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, given(MODEL_RUNS) ?? 0) };
}

/** Undefined in a usual run. */
export const killings = given(KILLINGS);
export const faultSeeds = given(FAULT_SEEDS);

export const firstFaultSeed = given(FAULT_FROM) ?? 1;

export const testSeed = given(TEST_SEED) ?? 20_260_515;

export const slowdown = given(SLOWDOWN);

/** For a test that is as long as it is told to be, in ms. */
export const LONG_TEST = 3_600_000;
