import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminTills } from '#contract/admin/tills.ts';
import { api } from '#contract/api.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { IMPORT_KINDS, type ImportKind, readImport, uploadImport } from '#contract/admin/imports.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { readFeatures } from '#contract/calls/features.ts';
import type { Call, CallInput } from '#contract/call.ts';
import type { File as SentFile } from '#contract/entities/shared.ts';
import { vatOf } from '#demo/businesses.ts';
import { continueImports } from '#server/imports/continue-import.ts';
import { openSheet } from '#server/imports/files/read-sheet.ts';
import { readCsv } from '#tests/csv-rows.ts';
import { type AccessFixture, fillAccessFixture } from './support/access-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

/** The tables as files: a search for each, with at least one row. */
type Search = (fixture: AccessFixture) => object | Promise<object>;

const bill = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, dateStart: '2026-05-01', dateEnd: '2026-05-31' };
const everything = () => ({ query: {} });

const SHOP: Readonly<Record<string, Search>> = {
  'purchases.downloadList': everything,
  'purchases.downloadStoreTransactions': () => ({ params: { storeId: STORES.auroraCentro } }),
  'billing-summary.downloadProducts': () => ({ query: bill }),
  'amc-orders.downloadListCsv': everything,
  'amc-orders.downloadCsv': async ({ order }) => ({ params: { amcOrderId: await order() } }),
};
const OPERATOR: Readonly<Record<string, Search>> = {
  'admin-asl.export': everything,
  'admin-businesses.export': everything,
  'admin-stores.export': everything,
  'admin-tills.export': everything,
  'admin-users.export': everything,
  'admin-products.export': everything,
  'admin-categories.export': everything,
  'admin-kinds.export': everything,
  'admin-manufacturers.export': everything,
  'admin-patients.export': () => ({ body: { status: 'ENABLED' } }),
  'admin-dossiers.export': () => ({ body: { status: 'APPROVED' } }),
  'admin-vouchers.export': () => ({ body: { status: 'ENABLED' } }),
  'admin-closings.export': everything,
  'admin-mismatches.export': () => ({ query: { aslId: ASL.sassari, month: '2026-05-01' } }),
  'admin-imports.export': everything,
  'admin-findings.export': () => ({ query: { monthStart: '2026-05-01', monthEnd: '2026-05-01' } }),
  'admin-spending.download': () => ({ query: { monthStart: '2026-05-01', monthEnd: '2026-05-01', by: 'month' } }),
  'admin-imports.downloadTemplate': () => ({ params: { kind: 'patients' } }),
};
const REFUSED = 'admin-imports.downloadRefused';
const tables = api.filter(({ extras }) => extras?.formats?.includes('xlsx'));

/** The text of a CSV cell as a spreadsheet's cell has it: without guard, a day as `YYYY-MM-DD`, a number with a point. */
function plain(cell: string): string {
  const text = cell.replace(/^'(?=[=+\-@])/, '');
  const [, day = '', month = '', year] = /^(\d\d)\/(\d\d)\/(\d{4})( \d\d:\d\d:\d\d)?$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, ofMonth = '', ofYear] = /^(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (ofYear !== undefined) return `${ofYear}-${ofMonth}-01`;
  return /^-?(0|[1-9]\d*),\d+$/.test(text) ? String(Number(text.replace(',', '.'))) : text;
}

function trimmed(row: readonly string[]): readonly string[] {
  const end = row.findLastIndex((cell) => cell !== '');
  return row.slice(0, end + 1);
}

const rowsOfCsv = ({ base64 }: SentFile) =>
  readCsv(Buffer.from(base64, 'base64'))
    .map((row) => trimmed(row.map(plain)))
    .filter((row) => row.length > 0);

async function rowsOfXlsx({ base64 }: SentFile): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  const file = Readable.from([Buffer.from(base64, 'base64')]);
  for await (const { cells } of openSheet(file, { most: 10_000, countNames: () => 0 }).rows) rows.push(cells);
  return rows;
}

test('rules §7 exports: every table has its XLSX twin, and this list has every table', () => {
  expect(tables.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(SHOP), ...Object.keys(OPERATOR), REFUSED].sort(),
  );
  expect(api.filter(({ path }) => path.endsWith('/csv')).map(({ name }) => name)).toEqual(
    tables.map(({ name }) => name),
  );
});

describeOnEachDatabase('exports', (database) => {
  let server: TestServer;
  let fixture: AccessFixture;
  let shop: string;
  let region: string;
  beforeAll(async () => {
    server = await startTestServer({ database, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
    fixture = await fillAccessFixture(server);
    shop = await signInAs(server, USERS.aurora);
    region = await signInAs(server, USERS.region);
    const till = { storeId: STORES.auroraCentro, name: 'Cassa 1' };
    await server.callOk(adminTills.calls.create, { body: till }, { token: region });
    await fixture.purchase();
    await fixture.order();
    await checked('asl', new File(['code;name\r\n101;ASL n. 1\r\n'], 'asl.csv'));
  });
  afterAll(() => server.close());

  async function download(call: Call, input: object, token: string, format?: string): Promise<SentFile> {
    const { query, body } = input as { query?: object; body?: object };
    const part = call.method === 'GET' ? { query: { ...query, format } } : { body: { ...body, format } };
    const asked = (format === undefined ? input : { ...input, ...part }) as CallInput<Call>;
    return (await server.callOk(call, asked, { token })) as SentFile;
  }

  /** Both files of a table, and their rows. */
  async function bothOf(call: Call, input: object, token: string) {
    const [csv, xlsx] = [await download(call, input, token), await download(call, input, token, 'xlsx')];
    return { csv, xlsx, rows: rowsOfCsv(csv), twins: await rowsOfXlsx(xlsx) };
  }

  test.each(tables.filter(({ name }) => name !== REFUSED))(
    'rules §7 exports: $name has the same rows as CSV and as XLSX, in Italian and without internal names',
    async (call) => {
      const search = SHOP[call.name] ?? OPERATOR[call.name];
      if (!search) throw new Error(`no search for ${call.name}`);
      const { csv, xlsx, rows, twins } = await bothOf(call, await search(fixture), call.name in SHOP ? shop : region);
      expect(csv).toMatchObject({ fileName: expect.stringMatching(/\.csv$/) as unknown, mimeType: 'text/csv' });
      expect(xlsx.fileName).toBe(csv.fileName.replace(/csv$/, 'xlsx'));
      expect(rows.length).toBeGreaterThan(1);
      // A template is text in both.
      expect(twins.map((row) => row.map(plain))).toEqual(rows);
      // The code of a kind of dossier is for files.
      const cells = rows.flat().filter((cell) => call.name !== 'admin-kinds.export' || cell !== 'PROTEIN_FREE');
      // Neither the contract's words nor JavaScript's, dates the Italian way.
      if (call.name === 'admin-imports.downloadTemplate') return;
      expect(cells.filter((cell) => /^[a-z]+[A-Z][A-Za-z]+$|^[A-Z]+_[A-Z_]+$|^(true|false|null)$/.test(cell))).toEqual(
        [],
      );
      expect(Buffer.from(csv.base64, 'base64').toString('utf8')).not.toMatch(/;\d{4}-\d\d-\d\d|;(ENABLED|CELIAC|M|F);/);
    },
  );

  async function checked(kind: ImportKind, file: File) {
    const { row } = await server.callOk(uploadImport, { params: { kind }, body: { file } }, { token: region });
    await continueImports(server.services, new AbortController().signal);
    return server.callOk(readImport, { params: { id: Number(row.importId) } }, { token: region });
  }

  test.each(IMPORT_KINDS.flatMap((kind) => [[kind, undefined] as const, [kind, 'xlsx'] as const]))(
    'rules §10 exports: what is exported of %s is imported again unchanged (%s)',
    async (kind, format) => {
      const { db } = server;
      for (const id of Object.values(BUSINESSES)) {
        const vat = vatOf(id);
        await db.updateTable('business').set({ vat, fiscal_code: vat }).where('business_id', '=', id).execute();
      }
      await db.updateTable('business').set({ company_name: '+Vita; e "altro"', phone: '+39 070 1' }).execute();
      await db.updateTable('store').set({ district_code: '007', name: '-Sconto', latitude: 39.215 }).execute();
      await db.updateTable('product').set({ ref_price: '1.205', name: "=1 «Caffè»; d'orzo" }).execute();
      await db.updateTable('patient').set({ last_name: "D'Àvila-Ñoño", first_name: "'Ndria" }).execute();
      const call = tables.find(({ name }) => name === `admin-${kind}.export`);
      if (!call) throw new Error(`no export of ${kind}`);
      const sent = await download(call, await (OPERATOR[call.name] ?? everything)(fixture), region, format);
      const {
        row,
        refusedLines,
        changedLines = [],
      } = await checked(kind, new File([Buffer.from(sent.base64, 'base64')], sent.fileName));
      expect({ row, refusedLines, changedLines }).toMatchObject({
        row: { state: 'CHECKED', created: 0, changed: 0 },
        refusedLines: [],
        changedLines: [],
      });
      expect(row.unchanged).toBeGreaterThan(0);
      expect(row.unchanged).toBe(row.lines);
    },
  );

  test('rules §7 exports: the refused lines of an import too', async () => {
    const { row } = await checked('asl', new File(['code;name\r\n007;\r\n'], 'asl.csv'));
    const call = tables.find(({ name }) => name === REFUSED);
    if (!call) throw new Error('no refused lines');
    const { rows, twins } = await bothOf(call, { params: { id: Number(row.importId) } }, region);
    expect(twins).toEqual(rows);
    expect(rows[1]).toContain('007');
  });

  test('rules §1 exports: the features name each table that the caller may have, with its further formats', async () => {
    const named = async (token: string) =>
      Object.entries((await server.callOk(readFeatures, {}, { token })).features.formats ?? {}).filter(([, formats]) =>
        formats.includes('xlsx'),
      );
    expect(new Set((await named(shop)).map(([name]) => name))).toEqual(new Set(Object.keys(SHOP)));
    expect(new Set((await named(region)).map(([name]) => name))).toEqual(new Set([...Object.keys(OPERATOR), REFUSED]));
    expect((await named(shop))[0]?.[1]).toEqual(['xlsx']);
  });

  test.each([
    [adminPatients.calls.search, adminPatients.calls.exportRows],
    [adminDossiers.calls.search, adminDossiers.calls.exportRows],
    [adminVouchers.calls.search, adminVouchers.calls.exportRows],
  ])('rules §9 exports: $name and its export want a criterion', async (search, exported) => {
    const criterion = { status: '', fiscalCode: '' };
    for (const call of [search, exported] as const) {
      for (const body of [{}, criterion])
        expect(await server.call(call, { body }, { token: region })).toMatchObject({
          status: 400,
          error: { description: 'INVALID_REQUEST' },
        });
      const body = { fiscalCode: PATIENTS.withPin.fiscalCode };
      expect((await server.call(call, { body }, { token: region })).status).toBe(200);
    }
  });
});
