/**
 * SQLSTATEs, whole or by their class, of a database that cannot serve for the moment: connection lost, resources
 * exhausted, ended by its operator or by a time limit of ours, busy with other transactions, or not yet the primary.
 */
const TRANSIENT = ['08', '53', '57', '25006', '25P03', '25P04', '40001', '40P01', '55P03'];

/** What Node says of a server that cannot be reached. */
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

/** What node-postgres says, without a code, of a connection that broke or that could not be had in time. */
const BROKEN = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** Whether an error says that the database cannot serve for the moment, so that the same may be tried again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return BROKEN.test(error.message);
  return UNREACHABLE.includes(code) || TRANSIENT.some((state) => code.length === 5 && code.startsWith(state));
}
