/**
 * SQLSTATEs (or their classes) of a temporary failure: connection lost, resources exhausted, ended by an administrator
 * or by a time limit, conflict with other transactions, or not the primary.
 */
const TRANSIENT = ['08', '53', '57', '25006', '25P03', '25P04', '40001', '40P01', '55P03'];

/** Node's error codes for a server that cannot be reached. */
const UNREACHABLE = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

/** The messages of node-postgres for a broken connection or a pool timeout; these errors have no code. */
const BROKEN = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** The SQLSTATE of a statement that took longer than its limit. */
const QUERY_CANCELED = '57014';

export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}

/** Whether an error means that the database is temporarily unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined) return isDatabaseUnavailable(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return BROKEN.test(error.message);
  return UNREACHABLE.includes(code) || TRANSIENT.some((state) => code.length === 5 && code.startsWith(state));
}
