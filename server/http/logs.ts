import type { FastifyInstance } from 'fastify';
import { type Bindings, type DestinationStream, type Logger, pino } from 'pino';
import { quotesValues } from '#server/database/sqlstates.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** A text in the format of a fiscal code, also a homocodic one. */
const FISCAL_CODE = /\b[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]\b/gi;

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code: unknown;
  readonly stack: string | undefined;
}

/** What a database error names beside its message. */
const NAMES = ['table', 'column', 'constraint'] as const;

/**
 * The message, which of a database error only some classes of SQLSTATE may have: those of wrong data, violated
 * constraints and views, and raised exceptions quote values of a row, so the log gets what they name instead.
 */
function textOf(error: Error): string {
  if (!quotesValues(error)) return error.message.replace(FISCAL_CODE, '[fiscal code]');
  const named = new Map<string, unknown>(Object.entries(error));
  const words = NAMES.flatMap((name) => {
    const value = named.get(name);
    return typeof value === 'string' ? `${name} ${value}` : [];
  });
  return ['database error', ...words].join(', ');
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
  const formatters = {
    level: (label: string) => ({ level: label }),
    // The lines of several processes, on several machines and of two releases, may end in one place.
    bindings: (ofProcess: Bindings) => ({ ...ofProcess, version: packageFile.version }),
  };
  return pino({ level, formatters, serializers }, destination);
}

/** These paths are requested every few seconds, so a line or a span for each success would hide the others. */
export const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz'];

/** Logs one line per request, with the route's pattern instead of the URL (design §4). */
export function logRequests(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isUntrusted = request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1;
    if (isUntrusted && !hasWarned) {
      hasWarned = true;
      const { remoteAddress } = request.socket;
      request.log.warn({ remoteAddress }, 'X-Forwarded-For is not believed: TRUST_PROXY does not name its sender');
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, callerTrace } = request;
    const { url } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    if (!PROBES.includes(url) || reply.statusCode !== 200)
      request.log.info({ method, route: url ?? 'unknown', status: reply.statusCode, ms, callerTrace }, 'request');
    done();
  });
}
