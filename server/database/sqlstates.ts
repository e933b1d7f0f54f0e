/** PostgreSQL's error codes by their condition names (Appendix A of its documentation). */
export const SQLSTATES = {
  transactionResolutionUnknown: '08007',
  featureNotSupported: '0A000',
  invalidParameterValue: '22023',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  readOnlySqlTransaction: '25006',
  idleInTransactionSessionTimeout: '25P03',
  transactionTimeout: '25P04',
  invalidSqlStatementName: '26000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  datatypeMismatch: '42804',
  undefinedFunction: '42883',
  duplicatePreparedStatement: '42P05',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  databaseDropped: '57P04',
  idleSessionTimeout: '57P05',
} as const;

/** The first two characters of the codes of a class. */
const CLASSES = {
  connectionException: '08',
  dataException: '22',
  integrityConstraintViolation: '23',
  withCheckOptionViolation: '44',
  insufficientResources: '53',
  operatorIntervention: '57',
  raisedException: 'P0',
} as const;

/** The classes of errors whose message may contain values of a row. */
const QUOTING: readonly string[] = [
  CLASSES.dataException,
  CLASSES.integrityConstraintViolation,
  CLASSES.withCheckOptionViolation,
  CLASSES.raisedException,
];
/** The codes of a prepared statement that another connection has: a pooler shares connections and does not know them. */
const STATEMENT_UNKEPT: readonly string[] = [SQLSTATES.invalidSqlStatementName, SQLSTATES.duplicatePreparedStatement];

/** The codes and classes of a failure that a retry may end. */
const TRANSIENT: readonly string[] = [
  ...STATEMENT_UNKEPT,
  CLASSES.connectionException,
  CLASSES.insufficientResources,
  CLASSES.operatorIntervention,
  SQLSTATES.readOnlySqlTransaction,
  SQLSTATES.idleInTransactionSessionTimeout,
  SQLSTATES.transactionTimeout,
  SQLSTATES.serializationFailure,
  SQLSTATES.deadlockDetected,
  SQLSTATES.lockNotAvailable,
];

/** The codes of a connection that PostgreSQL ended. */
const CONNECTION_ENDED: readonly string[] = [
  SQLSTATES.adminShutdown,
  SQLSTATES.crashShutdown,
  SQLSTATES.databaseDropped,
  SQLSTATES.idleSessionTimeout,
  SQLSTATES.idleInTransactionSessionTimeout,
];

/** The codes of a prepared statement whose types a migration has changed, or that the connection does not have. */
const STATEMENT_OUTDATED: readonly string[] = [
  ...STATEMENT_UNKEPT,
  SQLSTATES.featureNotSupported,
  SQLSTATES.datatypeMismatch,
  SQLSTATES.undefinedFunction,
];

/** The codes of a lock that was not available in time, or that two transactions wanted from each other. */
const LOCK_CONFLICTS: readonly string[] = [SQLSTATES.lockNotAvailable, SQLSTATES.deadlockDetected];

/** The code of an error of the database, or of Node for an error of a connection. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isTransient(code: string): boolean {
  return code.length === 5 && TRANSIENT.some((state) => code.startsWith(state));
}

/** Whether an error is of the database and its message may contain values of a row. */
export function quotesValues(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return error instanceof Error && 'severity' in error && QUOTING.includes(code.slice(0, 2));
}

export function isConnectionEnded(error: unknown): boolean {
  return CONNECTION_ENDED.includes(codeOf(error) ?? '');
}

export function isStatementOutdated(error: unknown): boolean {
  return STATEMENT_OUTDATED.includes(codeOf(error) ?? '');
}

export function isStatementUnkept(error: unknown): boolean {
  return STATEMENT_UNKEPT.includes(codeOf(error) ?? '');
}

export function isLockConflict(error: unknown): boolean {
  return LOCK_CONFLICTS.includes(codeOf(error) ?? '');
}
