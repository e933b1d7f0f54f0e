import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  downloadClosings,
  downloadMonthMismatches,
  searchClosings,
  searchMonthMismatches,
} from '#contract/admin/closings.ts';
import { downloadImports, searchImports } from '#contract/admin/imports.ts';
import { downloadFindings, searchFindings } from '#contract/admin/spending.ts';
import { listAllBusinesses } from '#contract/calls/businesses.ts';
import { storesCsv, storesGeoJson } from '#contract/calls/open-data.ts';
import { listCategories, listManufacturers } from '#contract/calls/products.ts';
import { BATCH_ROWS } from '#server/lists.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { readCsv } from './support/documents.ts';
import { ASL, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

/** More than are read at once. */
const MANY = 2345;
const READ_ROWS = 2000;
const MONTH = '2026-03-01';

/** On PostgreSQL alone: the embedded database is not for so many rows. */
describe('answers of many rows (postgres)', () => {
  let server: TestServer;
  let token: string;
  let most = 0;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
    const { db } = server;
    token = await signInAs(server, USERS.region);
    const counted = server.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        most = Math.max(most, result.rows.length);
        return Promise.resolve(result);
      },
    });
    Object.assign(server.services, { db: counted });
    const number = sql`generate_series(1, ${MANY}::int) as number`;
    for (const statement of [
      sql`insert into business (company_name, vat, fiscal_code, address, cancel_code_hash)
        select 'Ditta ' || number % 50, '9' || lpad(number::text, 10, '0'), 'CF', 'Via', null from ${number}`,
      sql`insert into store (business_id, code, name, address, street_number, city, district_code, latitude, longitude)
        select business_id, 'N' || business_id, 'Negozio ' || business_id, 'Via', '1', 'Oristano', '01', 40, 9
        from business where vat like '90%'`,
      sql`insert into manufacturer (name) select 'Casa ' || number from ${number}`,
      sql`insert into category (name, type) select 'Categoria ' || number, 'CELIAC' from ${number}`,
      sql`insert into app_user (username, profile, first_name, last_name)
        select 'utente.' || number, 'BUSINESS', 'Ada', 'Sanna' from ${number}`,
      sql`insert into monthly_wrong_pins (month, asl_id, business_id, user_id, count)
        select ${MONTH}::date, null, 1, user_id, 20 + user_id % 7 from app_user where username like 'utente.%'`,
      sql`insert into import_run (kind, file_name, state, created_at, touched_at)
        select 'patients', number || '.csv', 'CHECKED', now() - number % 40 * interval '1 hour', now() from ${number}`,
      sql`insert into month_closing (asl_id, business_id, month, closed_at, user_id, purchases_count, purchases_amount,
          cancellations_count, cancellations_amount, corrections_count, corrections_amount, orders_count, orders_amount,
          rejections_count, rejections_amount, control_total)
        select ${ASL.sassari}::bigint, business_id, '2026-02-01', now(), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '' from business
        where vat like '90%'`,
    ])
      await statement.execute(db);
    const [from, until] = [new Date('2026-03-02T08:00:00Z'), new Date('2026-03-30T08:00:00Z')];
    await fillPurchases(db, { count: MANY, lines: 1, from, until, aslId: ASL.sassari });
    await sql`insert into amc_order (business_id, store_id, asl_id, user_id, ordered_at, created_at, amount, esb_status, parties_id)
      select business_id, store_id, asl_id, user_id, now(), '2026-04-02', 1, 'ACCEPTED', parties_id
      from (select distinct on (business_id) * from purchase) one`.execute(db);
  });
  afterAll(() => server.close());

  /** All rows of a list, page by page. */
  async function pages<Row>(
    read: (asked: {
      page: number;
      size: number;
    }) => Promise<{ rows: Row[]; pagination: { totalPages?: number | undefined } }>,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 0, last = 1; page < last; page += 1) {
      const found = await read({ page, size: 200 });
      rows.push(...found.rows);
      last = found.pagination.totalPages ?? 0;
    }
    return rows;
  }

  const column = ({ base64 }: { readonly base64: string }, title: string) =>
    readCsv(base64).rows.map((row) => row.get(title));

  test('design §4 memory: a document of many rows has each once, in the order of its list, and reads some at a time', async () => {
    const closings = await pages((asked) => server.callOk(searchClosings, { query: asked }, { token }));
    const closingsFile = await server.callOk(downloadClosings, { query: {} }, { token });
    expect(column(closingsFile, 'Esercente')).toEqual(closings.map(({ companyName }) => companyName));
    expect(closings.length).toBeGreaterThan(READ_ROWS);

    const ofMonth = { aslId: ASL.sassari, month: MONTH };
    const mismatches = await pages((asked) =>
      server.callOk(searchMonthMismatches, { query: { ...ofMonth, ...asked } }, { token }),
    );
    const mismatchesFile = await server.callOk(downloadMonthMismatches, { query: ofMonth }, { token });
    expect(column(mismatchesFile, 'Acquisto')).toEqual(mismatches.map(({ purchaseId }) => String(purchaseId)));
    expect(mismatches.length).toBeGreaterThan(READ_ROWS);

    const ofMonths = { monthStart: MONTH, monthEnd: MONTH };
    const findings = await pages((asked) =>
      server.callOk(searchFindings, { query: { ...ofMonths, ...asked } }, { token }),
    );
    const findingsFile = await server.callOk(downloadFindings, { query: ofMonths }, { token });
    expect(column(findingsFile, 'Prodotto o utente')).toEqual(findings.map(({ username }) => username));
    expect(findings.length).toBeGreaterThan(READ_ROWS);

    const imports = await pages((asked) => server.callOk(searchImports, { query: asked }, { token }));
    const importsFile = await server.callOk(downloadImports, { query: {} }, { token });
    expect(column(importsFile, 'Nome')).toEqual(imports.map(({ fileName }) => fileName));
    expect(imports.length).toBeGreaterThan(READ_ROWS);
    expect(most).toBe(READ_ROWS);
  });

  test('design §4 memory: lists and open data of any length come in pieces, and have each row once', async () => {
    most = 0;
    const office = await signInAs(server, USERS.aslSassari);
    const shop = await signInAs(server, USERS.aurora);
    const { businesses } = await server.callOk(listAllBusinesses, {}, { token: office });
    const { manufacturers } = await server.callOk(listManufacturers, { query: { sort: 'name,desc' } }, { token: shop });
    const { categories } = await server.callOk(listCategories, { query: {} }, { token: shop });
    const stores = await (await fetch(new URL(storesCsv.path, server.url))).text();
    const points = (await (await fetch(new URL(storesGeoJson.path, server.url))).json()) as { features: object[] };
    const { rows } = await sql<{ businesses: number; manufacturers: number; categories: number; stores: number }>`
      select (select count(*) from business)::int as businesses, (select count(*) from manufacturer)::int as manufacturers,
        (select count(*) from category)::int as categories, (select count(*) from store)::int as stores`.execute(
      server.db,
    );
    expect([
      new Set(businesses.map(({ businessId }) => businessId)).size,
      new Set(manufacturers.map(({ manufacturerId }) => manufacturerId)).size,
      new Set(categories.map(({ categoryId }) => categoryId)).size,
      new Set(stores.trim().split('\r\n').slice(1)).size,
      points.features.length,
    ]).toEqual([rows[0]?.businesses, rows[0]?.manufacturers, rows[0]?.categories, rows[0]?.stores, rows[0]?.stores]);
    expect(most).toBeLessThanOrEqual(BATCH_ROWS);
  });
});
