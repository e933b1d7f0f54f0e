import { Readable } from 'node:stream';
import fastify from 'fastify';
import { servePortal as serveFiles } from '#server/http/portal.ts';
import { readSettings } from '#server/settings/settings.ts';
import { purchasesAnswer } from './purchases-answer.ts';

/** A page size above this means a request for all rows. */
const ALL = 1000;
/** Bytes that `finish` sends. */
const TAIL_BYTES = 64;

interface ServedPortal {
  readonly url: string;
  /** The size in bytes of the response with all purchases. */
  readonly answerBytes: number;
  /** Sends the last bytes of the response with all purchases, which is held back until then. */
  readonly finish: () => void;
  close(): Promise<void>;
}

/**
 * Serves a built portal as the reference server does, for a shop with `count` purchases. All calls are answered from
 * memory.
 */
export async function servePortal(folder: string, count: number): Promise<ServedPortal> {
  const app = fastify();
  const all = purchasesAnswer(count, { page: 0, size: count });
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function* heldBack() {
    yield all.subarray(0, -TAIL_BYTES);
    await finished;
    yield all.subarray(-TAIL_BYTES);
  }
  const business = { businessId: 1, companyName: 'Farmacia Rossi' };

  app.get('/api/v1/users/me', () => ({
    data: { user: { username: 'rossi', userProfile: { profile: 'BUSINESS' } } },
  }));
  app.get('/api/v1/businesses/me', () => ({ data: { business } }));
  app.get('/api/v1/businesses/me/list', () => ({ data: { businesses: [business] } }));
  app.get<{ Querystring: { page: string; size: string } }>('/api/v1/purchases/search', ({ query }, reply) => {
    const [page, size] = [Number(query.page), Number(query.size)];
    const body = size > ALL ? Readable.from(heldBack()) : purchasesAnswer(count, { page, size });
    return reply.type('application/json').send(body);
  });
  await serveFiles(app, readSettings({}), folder);

  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, answerBytes: all.length, finish, close: () => app.close() };
}
