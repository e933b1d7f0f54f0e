import fastify from 'fastify';
import { servePortal as serveFiles } from '#server/http/portal.ts';
import { readSettings } from '#server/settings.ts';
import { purchasesAnswer } from './purchases-answer.ts';

/** A page size above this means a request for all rows. */
const ALL = 1000;

interface ServedPortal {
  readonly url: string;
  /** The size in bytes of the response with all purchases. */
  readonly answerBytes: number;
  close(): Promise<void>;
}

/**
 * Serves a built portal as the reference server does, for a shop with `count` purchases. All calls are answered from
 * memory.
 */
export async function servePortal(folder: string, count: number): Promise<ServedPortal> {
  const app = fastify();
  const all = purchasesAnswer(count, { page: 0, size: count });
  const business = { businessId: 1, companyName: 'Farmacia Rossi' };

  app.get('/api/v1/users/me', () => ({
    data: { user: { username: 'rossi', userProfile: { profile: 'BUSINESS' } } },
  }));
  app.get('/api/v1/businesses/me', () => ({ data: { business } }));
  app.get('/api/v1/businesses/me/list', () => ({ data: { businesses: [business] } }));
  app.get<{ Querystring: { page: string; size: string } }>('/api/v1/purchases/search', ({ query }, reply) => {
    const [page, size] = [Number(query.page), Number(query.size)];
    return reply.type('application/json').send(size > ALL ? all : purchasesAnswer(count, { page, size }));
  });
  await serveFiles(app, readSettings({}), folder);

  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, answerBytes: all.length, close: () => app.close() };
}
