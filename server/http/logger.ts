import { type DestinationStream, type Logger, pino } from 'pino';

/** Anything shaped like a fiscal code, a homocodic one too. */
const FISCAL_CODE = /\b[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]\b/gi;

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code: unknown;
  readonly stack: string | undefined;
}

/** The text of a database error may repeat a row's values, so only its SQLSTATE and constraint are kept. */
function textOf(error: Error): string {
  if ('severity' in error && 'constraint' in error) return `database error, constraint ${String(error.constraint)}`;
  return error.message.replace(FISCAL_CODE, '[fiscal code]');
}

/** An error as the log may keep it: nothing in it identifies a patient or opens a session (design §4). */
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
 * The server's log, JSON lines; of a request it never keeps query string, header or body.
 * @param destination the standard output when not given
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  return pino({ level, base: null, serializers }, destination);
}
