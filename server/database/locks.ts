/** The numbers of the advisory locks. One database has one set of numbers, so each must be unique. */
export const LOCKS = {
  migrations: 725_001,
  renewal: 725_002,
  demoData: 725_003,
  reconciliation: 725_004,
  imports: 725_005,
  /** Taken by a database trigger. */
  lastOperator: 725_006,
  spending: 725_007,
  /**
   * The first of two lock numbers: this value plus the number of months since the year 0. The second number is the
   * health authority. Triggers take this lock too.
   */
  monthClosing: 725_007_000,
} as const;
