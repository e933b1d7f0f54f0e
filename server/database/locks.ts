/** The numbers of our advisory locks, of which a database has one set: no two may be the same. */
export const LOCKS = {
  migrations: 725_001,
  renewal: 725_002,
  demoData: 725_003,
  reconciliation: 725_004,
  imports: 725_005,
  /** Taken by a trigger of the database. */
  lastOperator: 725_006,
  spending: 725_007,
  /** The first of two numbers: the month, counted from the year 0, is added; the second is the health authority. Taken by triggers too. */
  monthClosing: 725_007_000,
} as const;
