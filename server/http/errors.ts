import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { ERRORS, type SentError } from '../../contract/errors.ts';
import { DomainError } from '../domain-error.ts';

/** Fastify's code for a body that is larger than its route takes. */
export const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** The domain error for an error with which Fastify refuses a request. A body that is no JSON has no code. */
function refusalOfRequest(error: Partial<FastifyError>): DomainError {
  const { code = '' } = error;
  if (code === BODY_TOO_LARGE) return new DomainError('REQUEST_TOO_LARGE');
  const isBody = code.startsWith('FST_ERR_CTP_') || error instanceof SyntaxError;
  return new DomainError('INVALID_REQUEST', isBody ? { field: 'body' } : {});
}

/** The domain error for any error; an unknown error becomes INTERNAL_ERROR. */
function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // First, because a body that its client cut off has the same code as a lost connection to the database.
  const refused = error as Partial<FastifyError>;
  if (refused.statusCode !== undefined && refused.statusCode < 500) return refusalOfRequest(refused);
  return new DomainError(isDatabaseUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR');
}

/** The error envelope. */
export function envelopeOf({ description, details }: DomainError, trace: string) {
  const { lockedUntil, ...others } = details;
  const error: SentError = {
    code: ERRORS[description].code,
    description,
    ...others,
    ...(lockedUntil && { lockedUntil: toOffsetTimestamp(lockedUntil) }),
  };
  return { error, status: { trace } };
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: DomainError): FastifyReply {
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', refusal.details.retryAfter);
  return reply
    .status(ERRORS[refusal.description].status)
    .header('cache-control', 'no-store')
    .send(envelopeOf(refusal, request.id));
}

/** Whether a person sees the answer to a request: no call of the API, and nothing that asks for other than a page. */
function isForPerson({ url, headers }: FastifyRequest): boolean {
  return !/^\/api([/?]|$)/.test(url) && (headers.accept ?? 'text/html').includes('text/html');
}

/**
 * Sends every error in the envelope (rules §1, §2), but to a person with too many cookies the page that says what to do,
 * where there is one. The message of an unexpected error is only in the log, under the trace id of the response.
 */
export function handleErrors(app: FastifyInstance): void {
  app.decorate('tooManyCookies', { page: undefined });
  app.setErrorHandler((error, request, reply) => {
    const refusal = toDomainError(error);
    const isLeft = error instanceof Error && error.name === 'AbortError';
    if (isLeft) request.log.info('the client has gone');
    else if (refusal.description === 'INTERNAL_ERROR') request.log.error({ err: error }, 'unexpected error');
    if (refusal.description === 'SERVICE_UNAVAILABLE') request.log.error({ err: error }, 'database unavailable');
    if (refusal.description === 'TOO_MANY_PATIENTS') {
      const { businessId, tillId } = request.claims ?? {};
      request.log.error({ businessId, tillId }, 'many patients looked up');
    }
    const { page } = app.tooManyCookies;
    if (refusal.description === 'HEADERS_TOO_LARGE' && page !== undefined && isForPerson(request)) {
      return reply.status(431).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
    }
    return sendRefusal(request, reply, refusal);
  });
}

/** Answers PATH_NOT_FOUND for an unknown path. */
export function sendPathNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, new DomainError('PATH_NOT_FOUND'));
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The page for a person whose browser sends too many cookies, of the portal if it has been built. */
    tooManyCookies: { page: string | undefined };
  }
}

/**
 * The maximum length of a URL in characters. It is the usual limit of servers (RFC 9110, 4.1) and far above the length
 * of our URLs.
 */
export const MAX_URL_LENGTH = 8192;

/** Stands in for an address that the router cannot read. */
const UNREADABLE_ADDRESS = '/unreadable-address';

/** The most that the headers of a request may have, in bytes: other sites of the domain may have left many cookies. */
const MAX_HEADER_SIZE = 128 * 1024;

/** The error for a request that is refused by its URL or headers; undefined for any other. */
function refusalBeforeBody({ raw, headers }: FastifyRequest): DomainError | undefined {
  if ((raw.url ?? '').length > MAX_URL_LENGTH) return new DomainError('ADDRESS_TOO_LONG');
  if (raw.rawHeaders.reduce((size, text) => size + text.length, 0) > MAX_HEADER_SIZE) {
    return new DomainError('HEADERS_TOO_LARGE');
  }
  if (raw.url === UNREADABLE_ADDRESS) return new DomainError('INVALID_REQUEST');
  // Node itself would answer this request, without our envelope.
  const isNameless = raw.httpVersion === '1.1' && headers.host === undefined;
  return isNameless ? new DomainError('INVALID_REQUEST', { field: 'host' }) : undefined;
}

/** Refuses requests that no route should get. */
export function refuseUnreadRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(refusalBeforeBody(request)));
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // What is left of a refused body would hold up the next call on its connection. A client that is still sending it
      // would lose the response if the connection ended.
      reply.removeHeader('connection');
      raw.unpipe().resume();
    }
    done();
  });
}

/** Node's codes for what it cannot read, with the status that it would give; any other code is no HTTP. */
const SOCKET_STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers a request that Node could not read with its status, too large headers in the envelope, and ends the connection.
 * During another response nothing can be sent: the client would take it for a part of that.
 */
export function refuseOnSocket(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  const { _httpMessage: answer } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) {
    socket.destroy();
    return;
  }
  const status = SOCKET_STATUSES[error.code] ?? 400;
  const isKnown = status === ERRORS.HEADERS_TOO_LARGE.status;
  const trace = randomUUID();
  this.log.info({ reqId: trace, status }, 'request that could not be read');
  const body = isKnown ? JSON.stringify(envelopeOf(new DomainError('HEADERS_TOO_LARGE'), trace)) : '';
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...(isKnown ? ['content-type: application/json; charset=utf-8'] : []),
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end([...lines, '', body].join('\r\n'), () => socket.destroy());
}

/** Routes a request whose address the router cannot read to its refusal, by the hooks of every request. */
export function refuseUnreadableAddress(_error: unknown, { raw, server }: FastifyRequest, reply: FastifyReply): void {
  raw.url = UNREADABLE_ADDRESS;
  server.routing(raw, reply.raw);
}
