import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '#server/settings/settings.ts';
import { sendPathNotFound } from './errors.ts';

/** The folder of the portal's build. */
const PORTAL_FOLDER = fileURLToPath(new URL('../../dist/', import.meta.url));

/** One year, for URLs that contain a hash of the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The file with the hash of all files that the build copies unchanged, such as texts and icons. */
const MARK_FILE = 'public-mark.txt';

/** What a person sees in place of the portal. */
const COOKIES_FILE = 'too-many-cookies.html';

const BAD_REQUEST = 400;

const SECURITY_TXT = '/.well-known/security.txt';

/** Paths that never show a screen of the portal. */
const NO_SCREENS = /^\/(api|assets|locales|docs|metrics|sign-on)([/?]|$)/;

function cacheControl(file: string): string {
  return file.includes(`${sep}assets${sep}`) ? IMMUTABLE : 'no-cache';
}

/** Allows long caching of files that the browser requests with the hash of this build. */
function keepMarkedFiles(app: FastifyInstance, folder: string): void {
  const file = join(folder, MARK_FILE);
  if (!existsSync(file)) return;
  const mark = readFileSync(file, 'utf8');
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isFile = request.routeOptions.url === '/*' && reply.statusCode < BAD_REQUEST;
    if (isFile && (request.query as { v?: unknown }).v === mark) void reply.header('cache-control', IMMUTABLE);
    done();
  });
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html') && !NO_SCREENS.test(url)
  );
}

/** The portal's configuration (design §7). Its credentials identify the portal, but they are not secret. */
function portalConfiguration({ portal, signOn }: Settings) {
  const { id: clientId, username, password } = signOn.client;
  return { ...portal, sso: { clientId, username, password } };
}

/** How long a reader may rely on security.txt, in ms: RFC 9116 advises less than a year. */
const SECURITY_TXT_MS = 180 * 24 * 60 * 60 * 1000;

/** Where to report a weakness, as RFC 9116 has it. */
function securityText({ securityContact, signOn }: Settings): string {
  return [
    `Contact: ${securityContact ?? ''}`,
    `Expires: ${new Date(Date.now() + SECURITY_TXT_MS).toISOString()}`,
    'Preferred-Languages: it, en',
    `Canonical: ${signOn.publicUrl}${SECURITY_TXT}`,
    '',
  ].join('\n');
}

/**
 * Serves /config.json, security.txt if it has a contact and, if it has been built, the portal: its files, compressed if the browser accepts that, and its
 * page for every path that may show a screen.
 * @param folder the folder of the portal's build
 */
export async function servePortal(app: FastifyInstance, settings: Settings, folder = PORTAL_FOLDER): Promise<void> {
  const configuration = portalConfiguration(settings);
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(configuration));

  if (settings.securityContact !== undefined) {
    app.get(SECURITY_TXT, (_request, reply) => reply.type('text/plain; charset=utf-8').send(securityText(settings)));
  }

  // A page of another origin may read this response too, because no file is served there.
  app.all('/api/*', sendPathNotFound);

  const isBuilt = existsSync(folder);
  if (isBuilt) {
    const cookiesFile = join(folder, COOKIES_FILE);
    if (existsSync(cookiesFile)) app.tooManyCookies.page = readFileSync(cookiesFile, 'utf8');
    keepMarkedFiles(app, folder);
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        void reply.setHeader('cache-control', cacheControl(file));
        void reply.setHeader('vary', 'accept-encoding');
      },
    });
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isNavigation(request)
      ? reply.removeHeader('vary').sendFile('index.html')
      : sendPathNotFound(request, reply),
  );
}
