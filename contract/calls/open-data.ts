import * as z from 'zod/mini';
import { described } from '../request.ts';

/** A file at a stable address that everybody may read: an extra of our server, and no call of §7. */
export interface OpenFile {
  readonly name: `${string}.${string}`;
  readonly path: `/api/v1/extra/open-data/${string}`;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly mediaType: string;
  readonly query?: z.ZodMiniType;
}

const CSV = 'text/csv; charset=utf-8';

/** The first change that a till has not seen. */
const since = described(z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))), {
  description: 'Only what changed after this number, which is the highest `change` of the last answer.',
  example: 7,
});
const changes = z.strictObject({ since });

export const storesCsv = {
  name: 'open-data.storesCsv',
  path: '/api/v1/extra/open-data/stores.csv',
  summary: 'The stores that take vouchers.',
  mediaType: CSV,
} as const satisfies OpenFile;

export const storesGeoJson = {
  name: 'open-data.storesGeoJson',
  path: '/api/v1/extra/open-data/stores.geojson',
  summary: 'The stores that take vouchers, as points of a map (RFC 7946).',
  mediaType: 'application/geo+json',
} as const satisfies OpenFile;

export const productsCsv = {
  name: 'open-data.productsCsv',
  path: '/api/v1/extra/open-data/products.csv',
  summary: 'The products that vouchers pay for: all of them, or what has changed.',
  mediaType: CSV,
  query: changes,
} as const satisfies OpenFile;

export const productsJsonLines = {
  name: 'open-data.productsJsonLines',
  path: '/api/v1/extra/open-data/products.jsonl',
  summary: 'The products that vouchers pay for, one JSON object on each line: all of them, or what has changed.',
  mediaType: 'application/jsonl; charset=utf-8',
  query: changes,
} as const satisfies OpenFile;

export const catalog = {
  name: 'open-data.catalog',
  path: '/api/v1/extra/open-data/catalog.jsonld',
  summary: 'What these files hold, for catalogues of open data (DCAT-AP_IT).',
  mediaType: 'application/ld+json',
} as const satisfies OpenFile;

/** Every such file. The route check and the OpenAPI document read this list. */
export const openFiles: readonly OpenFile[] = [storesCsv, storesGeoJson, productsCsv, productsJsonLines, catalog];
