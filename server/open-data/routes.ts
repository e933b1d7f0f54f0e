import { csvFormatRow } from 'd3-dsv';
import type { FastifyInstance } from 'fastify';
import * as files from '#contract/calls/open-data.ts';
import { neutralize } from '#server/documents/sheet-file.ts';
import { registerFileRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import type { Settings } from '#server/settings/settings.ts';
import { describeFiles } from './catalog.ts';
import { listAdmittedProducts } from './products.ts';
import { listOpenStores, STORE_TITLES, storeCells, toGeoJson } from './stores.ts';

/** A row of CSV (RFC 4180). Names that a spreadsheet would take for a formula get a prefix. */
function csvRow(cells: readonly string[]): string {
  return `${csvFormatRow(cells.map((cell) => (Number.isNaN(Number(cell)) ? neutralize(cell) : cell)))}\r\n`;
}

async function* asOne(text: string) {
  yield await Promise.resolve(text);
}

const PRODUCT_TITLES = [
  ...['id', 'gtin', 'pharmacy_code', 'name', 'categories', 'dossier_type', 'reference_price', 'ceiling_price'],
  ...['admitted', 'valid_from'],
] as const;

type ProductFile = Awaited<ReturnType<typeof listAdmittedProducts>>;

async function* toJsonLines({ batches }: ProductFile) {
  for await (const batch of batches) yield batch.map((product) => `${JSON.stringify(product)}\n`).join('');
}

async function* toCsv({ batches }: ProductFile) {
  yield csvRow(PRODUCT_TITLES);
  for await (const batch of batches) {
    const rows = batch.map((product) =>
      csvRow([
        ...[String(product.productId), product.gtin, product.pharmacyCode ?? '', product.name],
        ...[product.categories.join('; '), product.dossierType, product.referencePrice, product.ceilingPrice],
        ...[String(product.isAdmitted), product.validFrom],
      ]),
    );
    yield rows.join('');
  }
}

/** The open data: stores, admitted products, and what describes them to catalogues. */
export function registerOpenDataRoutes(app: FastifyInstance, services: Services, settings: Settings): void {
  registerFileRoute(app, services, files.storesCsv, async () => {
    const text = [STORE_TITLES, ...(await listOpenStores(services)).map(storeCells)].map(csvRow).join('');
    return { mark: text, content: asOne(text) };
  });

  registerFileRoute(app, services, files.storesGeoJson, async () => {
    const text = toGeoJson(await listOpenStores(services));
    return { mark: text, content: asOne(text) };
  });

  for (const [file, write] of [
    [files.productsCsv, toCsv],
    [files.productsJsonLines, toJsonLines],
  ] as const) {
    registerFileRoute(app, services, file, async ({ since }, signal) => {
      const list = await listAdmittedProducts(services, since as number | undefined, signal);
      return { mark: list.mark, content: write(list), headers: { 'next-since': String(list.next) } };
    });
  }

  registerFileRoute(app, services, files.catalog, () => {
    const text = JSON.stringify(describeFiles(settings, services.now()), null, 2);
    return Promise.resolve({ mark: text, content: asOne(text) });
  });
}
