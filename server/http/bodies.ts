import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The largest body in bytes, unless the contract sets another limit (rules §8). */
export const BODY_LIMIT = 64 * 1024;

/**
 * Parses JSON and form bodies. An empty JSON body counts as absent, because some clients send a content type without a
 * body.
 */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
}
