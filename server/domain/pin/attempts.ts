/** The number of wrong attempts in a row that locks a PIN or code. */
const MAX_FAILURES = 5;
const MINUTE_MS = 60_000;

/** The attempts of a PIN or code that are wrong or still being checked (rules §6). */
export interface Attempts {
  /** The attempts in a row since the last lock. */
  readonly failures: number;
  /** The locks since the last correct attempt. */
  readonly locks: number;
  readonly locked_until: Date | null;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, locks: 0, locked_until: null };

/** The number of remaining attempts; a wrong last attempt locks. */
export function attemptsLeft({ failures }: Attempts): number {
  return MAX_FAILURES - failures;
}

/**
 * Adds an attempt before its result is known. The fifth attempt locks at once, and each further lock lasts longer.
 * @param lockMinutes the duration of each lock in a row; the last value applies to all further locks
 */
export function withOneMore({ failures, locks }: Attempts, at: Date, lockMinutes: readonly number[]): Attempts {
  if (failures + 1 < MAX_FAILURES) return { failures: failures + 1, locks, locked_until: null };
  const minutes = lockMinutes[locks] ?? lockMinutes.at(-1) ?? 0;
  return { failures: 0, locks: locks + 1, locked_until: new Date(at.getTime() + minutes * MINUTE_MS) };
}
