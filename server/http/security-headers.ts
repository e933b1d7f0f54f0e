import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: false;
  }
}

/**
 * What the maps script asks for once it runs, after its maker's list for a Content-Security-Policy. Scripts come from one
 * host alone: anybody may put files on others of that domain. `eval` stays forbidden; the pictures of streets need none.
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

/** The origin of map tiles, whose address may choose among hosts by a `{s}` (Leaflet's way to write it). */
function tilesOrigin(address: string): string[] {
  return originOf(address.replace('{s}.', '*.')).map((origin) => decodeURIComponent(origin));
}

/**
 * What pages of this server may load and where their forms may go, from the configuration (rules §8): the API,
 * the sign-on address, and a map's origins only where one is configured.
 */
export function contentSecurityPolicy({ signOn, portal }: Settings): Record<string, string[]> {
  const maps = portal.googleMapsApiKey === '' ? NO_MAPS : MAPS;
  const { identityProvider, publicUrl, portalUrl } = signOn;
  const signOnAddress = identityProvider.kind === 'external' ? identityProvider.url : publicUrl;
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...maps.scripts],
    // antd writes its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'", ...maps.styles],
    imgSrc: ["'self'", 'data:', ...maps.images, ...tilesOrigin(portal.mapTilesUrl)],
    fontSrc: ["'self'", ...maps.fonts],
    connectSrc: ["'self'", ...originOf(portal.apiBaseUrl), ...maps.calls],
    workerSrc: ["'self'", ...maps.workers],
    // A receipt that the portal has fetched is printed from a frame.
    frameSrc: ['blob:'],
    // The portal's too: the answer of a sign-on is redirected there.
    formAction: ["'self'", ...new Set([signOnAddress, publicUrl, portalUrl].flatMap(originOf))],
    frameAncestors: ["'none'"],
    manifestSrc: ["'self'"],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
  };
}

/**
 * Whom pages of this server tell where a request comes from: nobody else, but where the maps script is configured its
 * maker, who holds the origin against those that the key is limited to. Paths stay here.
 */
export function referrerPolicy({ portal }: Settings): 'same-origin' | 'strict-origin-when-cross-origin' {
  return portal.googleMapsApiKey === '' ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** Paths that only pages of this origin have a use for: all but the API's. */
const SAME_ORIGIN = /^\/(?!api(\/|$))/;

/** Adds the security headers, and for the API CORS for the portal's origin and those of the allow-list (rules §8). */
export async function secureHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const { signOn, http } = settings;
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
    strictTransportSecurity: signOn.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: referrerPolicy(settings) },
    xFrameOptions: { action: 'deny' },
  });
  // Elsewhere its `Vary: Origin` would have a browser keep, and ask for, the same file twice.
  app.addHook('onRoute', (route) => {
    if (SAME_ORIGIN.test(route.url)) route.config = { ...route.config, cors: false };
  });
  await app.register(cors, {
    origin: [...new Set([...originOf(signOn.portalUrl), ...http.corsOrigins])],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['retry-after'],
    strictPreflight: false,
    maxAge: 600,
  });
}
