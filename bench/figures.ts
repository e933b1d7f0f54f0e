/** The percentile of the values at `part` (0 to 1); NaN without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median with the minimum and the maximum, as in '12 (10 to 19)'. */
export function spread(values: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/**
 * 'ok', or 'OVER' when the value exceeds its limit. A value over its limit makes the process end with exit code 1. A
 * value that is NaN exceeds every limit.
 */
export function verdict(value: number, limit: number): 'ok' | 'OVER' {
  if (value <= limit) return 'ok';
  process.exitCode = 1;
  return 'OVER';
}
