import { type DestinationStream, type Logger, pino } from 'pino';

/** A text in the format of a fiscal code, also a homocodic one. */
const FISCAL_CODE = /\b[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]\b/gi;

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code: unknown;
  readonly stack: string | undefined;
}

/** The message of a database error may contain values of a row, so the log only gets its SQLSTATE and constraint. */
function textOf(error: Error): string {
  if ('severity' in error && 'constraint' in error) return `database error, constraint ${String(error.constraint)}`;
  return error.message.replace(FISCAL_CODE, '[fiscal code]');
}

/** The log entry of an error, without patient data and without secrets of a session (design §4). */
function describeError(error: unknown): DescribedError | { readonly type: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: textOf(error),
    code: 'code' in error ? error.code : undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}

/**
 * Creates the server's log of JSON lines. Query strings, headers and bodies of requests are never logged.
 * @param destination the default is the standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  // The lines of several processes, on several machines, may end in one place.
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, formatters, serializers }, destination);
}
