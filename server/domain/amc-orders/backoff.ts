const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60 * 1000;

/** The wait in ms after an unsuccessful delivery attempt: 5 s after the first, then doubled up to 5 minutes. */
export function backoffAfter(attempt: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
}
