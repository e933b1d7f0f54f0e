/**
 * How much the long tests do: as much as `npm test` has time for, or as these variables of the environment say.
 * `npm run test:full` sets all of them but FAULT_FROM, `npm run faults` the scenarios and the models.
 *
 * - EVERYTHING: set to anything, runs also what cheaper tests prove, in Chromium (`@full`) and on the embedded database,
 *   the loss and backup of whole servers and the example resource (`full`), and looks at every state of a screen at every
 *   width and size of text, in both themes and languages
 * - FUZZED_REQUESTS: requests generated from the contract
 * - MODEL_RUNS: runs of each model test
 * - KILLINGS: moments at which a server is killed amid sales, on each database
 * - FAULT_SEEDS, FAULT_FROM: scenarios of each kind, and the seed of the first
 * - TEST_SEED: from which chance the requests, the model of the ledger and the moments follow; a failure names it
 */
const { EVERYTHING, FUZZED_REQUESTS, MODEL_RUNS, KILLINGS, FAULT_SEEDS, FAULT_FROM, TEST_SEED } = process.env;

function given(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export const isFull = EVERYTHING !== undefined;

export const fuzzedRequests = given(FUZZED_REQUESTS) ?? 250;

/** How often a model test runs. */
export function modelRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, given(MODEL_RUNS) ?? 0) };
}

/** Undefined in a usual run. */
export const killings = given(KILLINGS);
export const faultSeeds = given(FAULT_SEEDS);

export const firstFaultSeed = given(FAULT_FROM) ?? 1;

export const testSeed = given(TEST_SEED) ?? 20_260_515;

/** For a test that is as long as it is told to be, in ms. */
export const LONG_TEST = 3_600_000;
