import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT } from './body-limit.ts';
import { parseInChunks } from './parse-in-chunks.ts';

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
