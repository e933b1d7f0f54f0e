import * as z from 'zod/mini';
import { described } from '../request.ts';
import { flag, id, listOf, optional, record, type Sent, text, timestamp, type Wire } from '../wire.ts';

/** A file at a stable address that everybody may read: an extra of our server, and no call of §7. */
export interface OpenFile {
  readonly name: `${string}.${string}`;
  readonly path: `/api/v1/extra/open-data/${string}`;
  /** For the API documentation. */
  readonly summary: string;
  readonly mediaType: string;
  readonly query?: z.ZodMiniType;
  /** What a row holds, where that is not told by a standard. */
  readonly row?: Wire;
}

const CSV = 'text/csv; charset=utf-8';

/** The header of a response that says from where the next changes are to be asked. */
export const NEXT_SINCE = 'next-since';

const changes = z.strictObject({
  since: described(z.optional(z.string().check(z.regex(/^[\w.-]{1,80}$/))), {
    description:
      'The header `Next-Since` of the last answer: only what has changed since, also products that are no longer admitted. Without it, or where the server no longer knows it, all products.',
    example: '1f0c2a7be911-5-4711',
  }),
});

/** A product as tills take it. Amounts are in euro, as texts with a point. */
export const admittedProduct = record({
  productId: id,
  /** 14 digits. */
  gtin: text,
  pharmacyCode: optional(text),
  name: text,
  categories: listOf(text),
  /** The kind of dossier whose vouchers pay for it. */
  dossierType: text,
  referencePrice: text,
  /** A unit price above it is refused (rules §5). */
  ceilingPrice: text,
  /** Whether vouchers pay for it now. */
  isAdmitted: flag,
  /** Since when all this is so. */
  validFrom: timestamp,
});
export type AdmittedProduct = Sent<typeof admittedProduct>;

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
  summary:
    "The products that vouchers pay for: all of them, or what has changed. A name that a spreadsheet would take for a formula begins with `'`.",
  mediaType: CSV,
  query: changes,
  row: admittedProduct,
} as const satisfies OpenFile;

export const productsJsonLines = {
  name: 'open-data.productsJsonLines',
  path: '/api/v1/extra/open-data/products.jsonl',
  summary: 'The products that vouchers pay for, one JSON object on each line: all of them, or what has changed.',
  mediaType: 'application/jsonl; charset=utf-8',
  query: changes,
  row: admittedProduct,
} as const satisfies OpenFile;

export const catalog = {
  name: 'open-data.catalog',
  path: '/api/v1/extra/open-data/catalog.jsonld',
  summary: 'What these files hold, for catalogues of open data (DCAT-AP_IT).',
  mediaType: 'application/ld+json',
} as const satisfies OpenFile;

/** Every such file. The route check and the OpenAPI document read this list. */
export const openFiles: readonly OpenFile[] = [storesCsv, storesGeoJson, productsCsv, productsJsonLines, catalog];
