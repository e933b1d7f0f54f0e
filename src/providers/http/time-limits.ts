/**
 * How long an answer may take, by the kind of call, in ms. Who stops waiting for an execute asks what happened (rules
 * §2), so a limit is there for the user's patience alone.
 */
export const timeLimits = {
  /** The user wants to leave, not to wait. */
  signOut: 3000,
  /** Every call of every tab waits for it. */
  refresh: 15_000,
  /** What became of a command is asked several times rather than long. */
  question: 8000,
  read: 30_000,
  command: 30_000,
  /** What carries very much takes the server its time. */
  bigCommand: 120_000,
  document: 180_000,
  longList: 180_000,
} as const;
