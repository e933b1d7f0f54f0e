import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#server/domain-error.ts';

/** The largest body in bytes, unless the contract sets another limit (rules §8). */
export const BODY_LIMIT = 64 * 1024;

/** The number of characters parsed in one turn of the event loop; this takes some milliseconds. */
const CHUNK_LENGTH = 16 * 1024;
/** The maximum depth of a body in the contract. */
const MAX_DEPTH = 8;

const DEEPER = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const HIGHER = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

/**
 * Parses a large JSON body without blocking the event loop for longer than one chunk takes. Stops when the client has
 * disconnected.
 * @throws DomainError INVALID_REQUEST when it is not JSON, when it is deeper than `MAX_DEPTH`, or when it has a text that
 * is too long
 */
async function parseInChunks(text: string, client: Pick<Socket, 'destroyed'>): Promise<unknown> {
  const tokenizer = new Tokenizer({ stringBufferSize: CHUNK_LENGTH });
  const parser = new TokenParser({ paths: ['$'] });
  let depth = 0;
  let body: unknown;
  tokenizer.onToken = (token) => {
    if (DEEPER.has(token.token)) depth += 1;
    if (HIGHER.has(token.token)) depth -= 1;
    if (depth > MAX_DEPTH || (typeof token.value === 'string' && token.value.length > BODY_LIMIT)) {
      throw new RangeError('deeper or longer than any body');
    }
    parser.write(token);
  };
  parser.onValue = ({ value }) => {
    body = value;
  };
  try {
    for (let at = 0; at < text.length && !client.destroyed; at += CHUNK_LENGTH) {
      tokenizer.write(text.slice(at, at + CHUNK_LENGTH));
      await turn();
    }
  } catch {
    throw new DomainError('INVALID_REQUEST', { field: 'body' });
  }
  // A body may contain the name `__proto__`, which must not become a field.
  const isPlain = body instanceof Object && Object.getPrototypeOf(body) === Object.prototype;
  if (!parser.isEnded || !isPlain) throw new DomainError('INVALID_REQUEST', { field: 'body' });
  return body;
}

/**
 * Parses JSON and form bodies. An empty JSON body counts as absent, because some clients send a content type without a
 * body. A large body is parsed in chunks, so that other requests are served meanwhile.
 */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    const parse = (text: string) =>
      new Promise<unknown>((resolve, reject) => {
        void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    if (body === '') return undefined;
    return body.length > BODY_LIMIT ? parseInChunks(body, request.raw.socket) : parse(body);
  });
}
