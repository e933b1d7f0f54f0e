import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '#server/settings/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: false;
  }
}

/**
 * The origins that Google Maps needs, from Google's list for a Content-Security-Policy. Scripts come from one host
 * only, because anybody may upload files to other hosts of that domain. `eval` stays forbidden; street pictures do not
 * need it.
 */
const MAPS = {
  scripts: ['https://maps.googleapis.com'],
  styles: ['https://fonts.googleapis.com'],
  fonts: ['https://fonts.gstatic.com'],
  images: [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
  ],
  calls: ['https://*.googleapis.com', 'https://*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  workers: ['blob:'],
} as const;
const NO_MAPS = { scripts: [], styles: [], fonts: [], images: [], calls: [], workers: [] } as const;

function originOf(address: string): string[] {
  return address === '' ? [] : [new URL(address).origin];
}

/** The origin of the map tiles. Their URL may contain `{s}` for several hosts, as Leaflet writes it. */
function tilesOrigin(address: string): string[] {
  return originOf(address.replace('{s}.', '*.')).map((origin) => decodeURIComponent(origin));
}

/**
 * The Content-Security-Policy from the settings (rules §8): the sign-on address, and the origins of a map if
 * one is configured.
 */
export function contentSecurityPolicy({ signOn, portal }: Settings): Record<string, string[]> {
  const maps = portal.googleMapsApiKey === '' ? NO_MAPS : MAPS;
  const { identityProvider, publicUrl, portalUrl, formOrigins } = signOn;
  const signOnAddress = identityProvider.kind === 'external' ? identityProvider.url : publicUrl;
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...maps.scripts],
    // antd writes its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'", ...maps.styles],
    imgSrc: ["'self'", 'data:', ...maps.images, ...tilesOrigin(portal.mapTilesUrl)],
    fontSrc: ["'self'", ...maps.fonts],
    connectSrc: ["'self'", ...maps.calls],
    workerSrc: ["'self'", ...maps.workers],
    // The portal prints receipts from a frame.
    frameSrc: ['blob:'],
    // The sign-on response redirects to the portal, so its origin is needed too. Chromium applies this to redirects.
    formAction: ["'self'", ...new Set([...[signOnAddress, publicUrl, portalUrl].flatMap(originOf), ...formOrigins])],
    frameAncestors: ["'none'"],
    manifestSrc: ["'self'"],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
  };
}

/**
 * The Referrer-Policy: no referrer for other origins. With Google Maps configured they get the origin without the path,
 * because Google checks it against the key's allowed origins.
 */
export function referrerPolicy({ portal }: Settings): 'same-origin' | 'strict-origin-when-cross-origin' {
  return portal.googleMapsApiKey === '' ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** All paths except the API's; only pages of the same origin need them. */
const SAME_ORIGIN = /^\/(?!api(\/|$))/;

/**
 * Adds the security headers, and CORS headers for the API: for the portal's origin (rules §8).
 */
export async function secureHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const { signOn } = settings;
  // Created once, because `@fastify/helmet` reads the whole policy again for every request.
  const secure = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
    strictTransportSecurity: signOn.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: referrerPolicy(settings) },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, () => done()));
  // On other paths `Vary: Origin` would make a browser fetch and store the same file twice.
  app.addHook('onRoute', (route) => {
    if (SAME_ORIGIN.test(route.url)) route.config = { ...route.config, cors: false };
  });
  await app.register(cors, {
    origin: originOf(signOn.portalUrl),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['retry-after', 'date'],
    strictPreflight: false,
    maxAge: 600,
  });
}
