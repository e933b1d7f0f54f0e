/** Tries in a row that are open or wrong, and after which there may be no more. */
const MAX_FAILURES = 5;
const MINUTE_MS = 60_000;

/** Tries of a PIN or code that are open or were wrong (rules §6). */
export interface Attempts {
  /** In a row, since the last lock. */
  readonly failures: number;
  /** Locks since the last right one. */
  readonly locks: number;
  readonly locked_until: Date | null;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, locks: 0, locked_until: null };

/** How many more may be wrong; the last of them locks. */
export function attemptsLeft({ failures }: Attempts): number {
  return MAX_FAILURES - failures;
}

/**
 * The attempts with one more, counted before it is known to be wrong: the fifth locks at once, for longer each time.
 * @param lockMinutes of the first lock and of each further one; the last holds for all that follow
 */
export function withOneMore({ failures, locks }: Attempts, at: Date, lockMinutes: readonly number[]): Attempts {
  if (failures + 1 < MAX_FAILURES) return { failures: failures + 1, locks, locked_until: null };
  const minutes = lockMinutes[locks] ?? lockMinutes.at(-1) ?? 0;
  return { failures: 0, locks: locks + 1, locked_until: new Date(at.getTime() + minutes * MINUTE_MS) };
}
