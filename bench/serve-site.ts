import fastify from 'fastify';
import { servePortal as serveFiles } from '#server/http/portal.ts';
import { readSettings } from '#server/settings/settings.ts';

/** A built page that calls a server. */
export interface Site {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a built folder as the reference server serves its portal, and passes all calls to the server at `api`. */
export async function serveSite(folder: string, api: string): Promise<Site> {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.all<{ Body: Buffer | undefined }>('/api/v1/*', async ({ method, url, headers, body }, reply) => {
    const passed = ['authorization', 'content-type', 'accept-language'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const answer = await fetch(api + url, { method, headers: passed, body: body ? new Uint8Array(body) : null });
    const type = answer.headers.get('content-type');
    if (type !== null) void reply.type(type);
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  });
  await serveFiles(app, readSettings({}), folder);
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}
