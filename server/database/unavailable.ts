import { SQLSTATES, codeOf, isTransient } from './sqlstates.ts';

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

/** Whether a statement took longer than its limit. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === SQLSTATES.queryCanceled;
}

/** Whether an error means that the database is temporarily unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined) return isDatabaseUnavailable(error.cause);
  const code = codeOf(error);
  if (code === undefined) return BROKEN.test(error.message);
  return UNREACHABLE.includes(code) || isTransient(code);
}
