import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadConsultations } from '#contract/admin/consultations.ts';
import { adminPatients, issueAdminPin } from '#contract/admin/patients.ts';
import { api } from '#contract/api.ts';
import { createAmcOrders, downloadAmcOrderPdf, downloadAmcOrdersPdf } from '#contract/calls/amc-orders.ts';
import { downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { downloadReceipt, downloadRollReceipt } from '#contract/calls/purchases.ts';
import { type PdfPart, readPdf } from '#tests/pdf-text.ts';
import { ASL, PATIENTS, PRODUCTS, USERS } from './support/fixture.ts';
import { signInAs, startTestServer, type TestServer } from './support/harness.ts';
import { SALES, sell } from './support/sale.ts';

const MAY = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };

let server: TestServer;
let shop: string;
let region: string;
let purchaseId: number;
let amcOrderId: number;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  shop = await signInAs(server, USERS.aurora);
  region = await signInAs(server, USERS.region);
  purchaseId = Number(await sell(server, shop, SALES.withPin, PRODUCTS.bread, 1));
  const body = { purchasesIds: [purchaseId], orderDate: '2026-05-15T10:00:00.000+02:00' };
  const { orders } = await server.callOk(createAmcOrders, { body }, { token: shop });
  amcOrderId = Number(orders[0]?.amcOrderId);
});
afterAll(() => server.close());

/** Each call that answers a PDF: how it is asked, the document's title, and its tables with their rows. */
const DOCUMENTS = [
  {
    call: downloadReceipt,
    ask: () => server.callOk(downloadReceipt, { params: { purchaseId } }, { token: shop }),
    title: () => `Ricevuta di acquisto n. ${purchaseId}`,
    heads: ['Ricevuta di acquisto', 'ESERCENTE', 'ASSISTITO'],
    rows: [2],
  },
  {
    call: downloadRollReceipt,
    ask: () => server.callOk(downloadRollReceipt, { params: { purchaseId }, query: {} }, { token: shop }),
    title: () => `Ricevuta di acquisto n. ${purchaseId}`,
    heads: ['Ricevuta di acquisto', 'ESERCENTE', 'ASSISTITO'],
    rows: [],
  },
  {
    call: downloadBillSummary,
    ask: () => server.callOk(downloadBillSummary, { query: { ...MAY, aslId: ASL.sassari } }, { token: shop }),
    title: () => 'Prospetto di fatturazione dal 01/05/2026 al 31/05/2026',
    heads: [
      'Prospetto di fatturazione',
      'ESERCENTE',
      'ENTE PAGATORE',
      'Riepilogo',
      'Totali per giorno',
      'Totali per punto vendita',
    ],
    rows: [6, 5, 3],
  },
  {
    call: downloadAmcOrderPdf,
    ask: () => server.callOk(downloadAmcOrderPdf, { query: { amcOrderId } }, { token: shop }),
    title: () => `Riepilogo ordine AMC n. ${amcOrderId}`,
    heads: ['Riepilogo ordine AMC', 'ESERCENTE', 'ENTE PAGATORE', 'Totali per giorno', 'Totali per prodotto'],
    rows: [3, 3],
  },
  {
    call: downloadAmcOrdersPdf,
    ask: () => server.callOk(downloadAmcOrdersPdf, { query: MAY }, { token: shop }),
    title: () => 'Ordini AMC',
    heads: ['Ordini AMC'],
    rows: [3],
  },
  {
    call: downloadConsultations,
    ask: () => {
      const { fiscalCode } = PATIENTS.withPin;
      return server.callOk(downloadConsultations, { body: { fiscalCode, ...MAY } }, { token: region });
    },
    title: () => 'Registro degli accessi',
    heads: ['Registro degli accessi'],
    rows: [13],
  },
  {
    call: issueAdminPin,
    ask: async () => {
      const params = { id: PATIENTS.withPin.id };
      const { row } = await server.callOk(adminPatients.calls.read, { params }, { token: region });
      return server.callOk(issueAdminPin, { params, body: { version: row.version } }, { token: region });
    },
    title: () => 'PIN per i buoni elettronici',
    heads: ['Oggetto: PIN per gli acquisti con il buono elettronico'],
    rows: [],
  },
] as const;

function partsOf([, ...held]: PdfPart): readonly PdfPart[] {
  return held.filter((one) => typeof one !== 'string');
}

test.each(DOCUMENTS)(
  'design §5 accessible documents: $call.name is tagged, with language, title, headings and the heads of tables',
  async ({ ask, title, heads, rows }) => {
    const { structure, ...told } = readPdf(Buffer.from((await ask()).base64, 'base64'));
    expect([told.lang, told.title]).toEqual(['it-IT', title()]);
    const parts = partsOf(structure);
    expect(structure[0]).toBe('Document');
    const levels = heads.map((head, index) => [index === 0 ? 'H1' : 'H2', head]);
    expect(parts.filter(([name]) => /^H\d/.test(name))).toEqual(levels);
    const tables = parts.filter(([name]) => name === 'Table').map(partsOf);
    expect(tables.map(({ length }) => length)).toEqual(rows);
    for (const [head, ...others] of tables.map((table) => table.map(partsOf))) {
      expect(new Set(head?.map(([name]) => name))).toEqual(new Set(['TH Column']));
      for (const row of others) expect(row.map(([name]) => name)).toEqual(head?.map(() => 'TD'));
    }
  },
);

test('design §5 accessible documents: the table above has each call that answers a PDF', () => {
  const listed = api.filter(({ path }) => /\bpdf$/.test(path) || path === issueAdminPin.path);
  expect(listed.map(({ name }) => name).toSorted()).toEqual(DOCUMENTS.map(({ call }) => call.name).toSorted());
});
