import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '#server/settings.ts';
import { sendPathNotFound } from './error-handler.ts';

/** Where the portal's build is. */
const PORTAL_FOLDER = fileURLToPath(new URL('../../dist/', import.meta.url));

/** A year: the names of built assets carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Paths at which no screen of the portal can be. */
const NO_SCREENS = /^\/(api|assets|locales|docs|sign-on)([/?]|$)/;

function cacheControl(file: string): string {
  return file.includes(`${sep}assets${sep}`) ? IMMUTABLE : 'no-cache';
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html') && !NO_SCREENS.test(url)
  );
}

/** What the portal reads at its start (design §7). Its credentials tell the portal from a stranger, and no secret. */
function portalConfiguration({ portal, signOn }: Settings) {
  const { id: clientId, username, password } = signOn.client;
  return { ...portal, sso: { clientId, username, password } };
}

/**
 * Serves /config.json and, where it has been built, the portal: its files, compressed ones as the browser accepts,
 * and its page for every address at which a screen may be.
 * @param folder where the portal's build is
 */
export async function servePortal(app: FastifyInstance, settings: Settings, folder = PORTAL_FOLDER): Promise<void> {
  const configuration = portalConfiguration(settings);
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(configuration));

  const isBuilt = existsSync(folder);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => void reply.setHeader('cache-control', cacheControl(file)),
    });
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isNavigation(request) ? reply.sendFile('index.html') : sendPathNotFound(request, reply),
  );
}
