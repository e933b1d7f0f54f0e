import { csvFormatRow } from 'd3-dsv';
import type { FastifyInstance } from 'fastify';
import * as files from '#contract/calls/open-data.ts';
import { neutralize } from '#server/documents/sheet-file.ts';
import { registerFileRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import type { Settings } from '#server/settings/settings.ts';
import { describeFiles } from './catalog.ts';
import { listAdmittedProducts, readLastChange } from './products.ts';
import { listOpenStores, STORE_TITLES, storeCells, toGeoJson } from './stores.ts';

/** A row of CSV (RFC 4180). Names that a spreadsheet would take for a formula get a prefix. */
function csvRow(cells: readonly string[]): string {
  return `${csvFormatRow(cells.map((cell) => (Number.isNaN(Number(cell)) ? neutralize(cell) : cell)))}\r\n`;
}

async function* asOne(text: string) {
  yield await Promise.resolve(text);
}

/** The columns of the products, and what a row has in each. */
const PRODUCT_COLUMNS: readonly (readonly [title: string, cell: (product: files.AdmittedProduct) => string])[] = [
  ['productId', ({ productId }) => String(productId)],
  ['gtin', ({ gtin }) => gtin],
  ['pharmacyCode', ({ pharmacyCode }) => pharmacyCode ?? ''],
  ['name', ({ name }) => name],
  ['categories', ({ categories }) => categories.join('; ')],
  ['dossierType', ({ dossierType }) => dossierType],
  ['referencePrice', ({ referencePrice }) => referencePrice],
  ['ceilingPrice', ({ ceilingPrice }) => ceilingPrice],
  ['isAdmitted', ({ isAdmitted }) => String(isAdmitted)],
  ['validFrom', ({ validFrom }) => validFrom],
];

type ProductFile = Awaited<ReturnType<typeof listAdmittedProducts>>;

async function* toJsonLines({ batches }: ProductFile) {
  for await (const batch of batches) yield batch.map((product) => `${JSON.stringify(product)}\n`).join('');
}

async function* toCsv({ batches }: ProductFile) {
  yield csvRow(PRODUCT_COLUMNS.map(([title]) => title));
  for await (const batch of batches) {
    yield batch.map((product) => csvRow(PRODUCT_COLUMNS.map(([, cell]) => cell(product)))).join('');
  }
}

async function* toStoresCsv({ batches }: Awaited<ReturnType<typeof listOpenStores>>) {
  yield csvRow(STORE_TITLES);
  for await (const batch of batches) yield batch.map((store) => csvRow(storeCells(store))).join('');
}

/** The open data: stores, admitted products, and what describes them to catalogues. */
export function registerOpenDataRoutes(app: FastifyInstance, services: Services, settings: Settings): void {
  registerFileRoute(app, services, files.storesCsv, async (_query, signal) => {
    const list = await listOpenStores(services, signal);
    return { mark: list.mark, content: toStoresCsv(list) };
  });

  registerFileRoute(app, services, files.storesGeoJson, async (_query, signal) => {
    const list = await listOpenStores(services, signal);
    return { mark: list.mark, content: toGeoJson(list) };
  });

  for (const [file, write] of [
    [files.productsCsv, toCsv],
    [files.productsJsonLines, toJsonLines],
  ] as const) {
    registerFileRoute(app, services, file, async ({ since }, signal) => {
      const list = await listAdmittedProducts(services, since, signal);
      return { mark: list.mark, content: write(list), headers: { [files.NEXT_SINCE]: list.next } };
    });
  }

  registerFileRoute(app, services, files.catalog, async () => {
    const [stores, products] = await Promise.all([
      readLastChange(services, 'store'),
      readLastChange(services, 'product'),
    ]);
    const text = JSON.stringify(describeFiles(settings, { stores, products }), null, 2);
    return { mark: text, content: asOne(text) };
  });
}
