import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Reads JSON and form bodies. An empty JSON body is an absent one: some clients name the type of nothing. */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body !== '') return parseJson(request, body, done);
    done(null, undefined);
    return undefined;
  });
}
