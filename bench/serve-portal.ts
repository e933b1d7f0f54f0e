import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { RuntimeConfig } from '#src/providers/runtime-config.ts';
import { purchasesAnswer } from './purchases-answer.ts';

const CONFIG: RuntimeConfig = {
  apiBaseUrl: '',
  sso: { clientId: 'portal', username: 'client', password: 'secret' },
  supportEmail: 'support@example.org',
  googleMapsApiKey: '',
  mapTilesUrl: '',
};

interface ServedPortal {
  readonly url: string;
  /** Bytes of the answer with all purchases. */
  readonly answerBytes: number;
  close(): Promise<void>;
}

/** Serves a built portal above a shop with so many purchases to order; every request is answered from memory. */
export async function servePortal(folder: string, count: number): Promise<ServedPortal> {
  const app = fastify();
  const all = purchasesAnswer(count, 999_999);
  const page = purchasesAnswer(count, 20);
  const business = { businessId: 1, companyName: 'Farmacia Rossi' };

  await app.register(fastifyStatic, { root: folder });
  app.setNotFoundHandler((_, reply) => reply.sendFile('index.html'));
  app.get('/config.json', () => CONFIG);
  app.get('/api/v1/users/me', () => ({
    data: { user: { username: 'rossi', userProfile: { profile: 'BUSINESS' } } },
  }));
  app.get('/api/v1/businesses/me', () => ({ data: { business } }));
  app.get('/api/v1/businesses/me/list', () => ({ data: { businesses: [business] } }));
  app.get<{ Querystring: { size: string } }>('/api/v1/purchases/search', (request, reply) =>
    reply.type('application/json').send(request.query.size === '20' ? page : all),
  );

  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, answerBytes: all.length, close: () => app.close() };
}
