import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorDescription } from '#contract/errors.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { envelopeOf, sendRefusal } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer, security headers among them, by their names. */
    commonHeaders: () => Promise<Readonly<Record<string, string>>>;
  }
}

/** Characters of an address: what servers usually take (RFC 9110, 4.1), and far more than any of ours has. */
export const LONGEST_ADDRESS = 8192;

/** What Node says of a request that it could not read to its end; anything else is no HTTP. */
const REFUSALS: Readonly<Record<string, ErrorDescription>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'REQUEST_TOO_LARGE',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Headers of one answer alone. */
const OF_ONE = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/** Takes the headers from an answer that has gone through all that adds some. */
async function readCommonHeaders(app: FastifyInstance): Promise<Record<string, string>> {
  const { headers } = await app.inject('/healthz');
  const common = Object.entries(headers).filter(([name]) => !OF_ONE.has(name));
  return Object.fromEntries(common.map(([name, value]) => [name, String(value)]));
}

/** Which requests are refused before anything of them is looked at. */
function refusalOf({ raw, headers }: FastifyRequest): DomainError | undefined {
  if ((raw.url ?? '').length > LONGEST_ADDRESS) return new DomainError('ADDRESS_TOO_LONG');
  // Node would answer this one by itself, without a word.
  const isNameless = raw.httpVersion === '1.1' && headers.host === undefined;
  return isNameless ? new DomainError('INVALID_REQUEST', { field: 'host' }) : undefined;
}

/** Refuses what no route should get, and prepares the refusals below, which no hook that adds headers ever meets. */
export function refuseUnreadRequests(app: FastifyInstance): void {
  let headers: Promise<Record<string, string>> | undefined;
  app.decorate('commonHeaders', () => (headers ??= readCommonHeaders(app)));
  app.addHook('onListen', async () => {
    await app.commonHeaders();
  });
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));
}

async function refuse(app: FastifyInstance, socket: Socket, description: ErrorDescription): Promise<void> {
  const trace = randomUUID();
  const { status } = ERRORS[description];
  const body = JSON.stringify(envelopeOf(new DomainError(description), trace));
  const headers = {
    ...(await app.commonHeaders()),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'), () => {
    socket.destroy();
  });
  app.log.info({ reqId: trace, status }, 'request that could not be read');
}

/** Whether an answer is on its way there: Node itself looks for it in the same place. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}

/**
 * Answers a request that Node could not read, in the envelope, and ends its connection. Behind a request that is being
 * answered there is no room for a second answer: it would be taken for the end of the first.
 */
export function refuseOnSocket(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  refuse(this, socket, REFUSALS[error.code] ?? 'INVALID_REQUEST').catch(() => socket.destroy());
}

/** Answers an address that the router cannot read. */
export function refuseUnreadableAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = new DomainError('INVALID_REQUEST');
  request.server.commonHeaders().then(
    (headers) => sendRefusal(request, reply.headers(headers), refusal),
    () => sendRefusal(request, reply, refusal),
  );
}
