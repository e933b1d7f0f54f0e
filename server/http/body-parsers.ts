import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT } from './body-limit.ts';
import { parseInPieces } from './parse-in-pieces.ts';

/**
 * Reads JSON and form bodies. An empty JSON body is an absent one: some clients name the type of nothing. A body that is
 * larger than usual is read in pieces, so that others get their turn meanwhile.
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
    return body.length > BODY_LIMIT ? parseInPieces(body) : parse(body);
  });
}
