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
} as const;
