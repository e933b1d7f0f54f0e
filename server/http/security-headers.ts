import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/settings.ts';

const MAPS_ORIGINS = ['https://maps.googleapis.com', 'https://maps.gstatic.com'];

function originOf(address: string): string[] {
  return address === '' ? [] : [new URL(address).origin];
}

/** The origin of map tiles, whose address may choose among hosts by a `{s}` (Leaflet's way to write it). */
function tilesOrigin(address: string): string[] {
  return originOf(address.replace('{s}.', '*.')).map((origin) => decodeURIComponent(origin));
}

/**
 * What pages of this server may load and where their forms may go, from the configuration (decisions §8): the API,
 * the sign-on address, and a map's origins only where one is configured.
 */
export function contentSecurityPolicy({ signOn, portal }: Settings): Record<string, string[]> {
  const maps = portal.googleMapsApiKey === '' ? [] : MAPS_ORIGINS;
  const { identityProvider, publicUrl, portalUrl } = signOn;
  const signOnAddress = identityProvider.kind === 'external' ? identityProvider.url : publicUrl;
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...maps],
    // antd writes its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', ...maps, ...tilesOrigin(portal.mapTilesUrl)],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...originOf(portal.apiBaseUrl), ...maps],
    // The portal's too: the answer of a sign-on is redirected there.
    formAction: ["'self'", ...new Set([signOnAddress, publicUrl, portalUrl].flatMap(originOf))],
    frameAncestors: ["'none'"],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
  };
}

/** Adds the security headers, and CORS for the portal's origin and those of the allow-list (decisions §8). */
export async function secureHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const { signOn, http } = settings;
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
    strictTransportSecurity: signOn.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await app.register(cors, {
    origin: [...new Set([...originOf(signOn.portalUrl), ...http.corsOrigins])],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    strictPreflight: false,
    maxAge: 600,
  });
}
