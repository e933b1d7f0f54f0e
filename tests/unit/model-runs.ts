/** How often a model test runs: so often, or MODEL_RUNS times where `npm run faults` asks for more. */
export function modelRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, Number(process.env.MODEL_RUNS ?? 0)) };
}
