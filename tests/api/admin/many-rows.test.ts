import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminResources } from '#server/administration/resources/index.ts';
import { exportRows, type RowSearch, searchRows } from '#server/administration/read-rows.ts';
import type { Database, Principal } from '#server/services.ts';
import { ASL } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from '../support/harness.ts';

const ROWS = 50_000;
/** Far fewer than all rows of a table. */
const FEW = 5000;
/** PostgreSQL reads 300 rows for each, which is more than all rows. */
const WHOLE_SAMPLE = 1000;
/** Above the ids of the fixture. */
const FIRST = 1_000_000;
/** One row of this number is disabled or has another rare value. */
const RARE = 500;

const REGION = null;
const TABLES = [
  'business',
  'store',
  'app_user',
  'product',
  'category',
  'manufacturer',
  'patient',
  'dossier',
  'voucher',
];

/** The searches of operators, by values that few rows have, with their office. */
const SEARCHES: readonly (readonly [table: string, search: RowSearch, aslId: number | null])[] = [
  ['asl', { name: 'asl' }, REGION],
  ['business', { companyName: 'impresa 1234' }, REGION],
  ['business', { vat: '0000100123' }, REGION],
  ['business', { disabled: true }, REGION],
  ['business', { ids: [FIRST + 7] }, REGION],
  ['store', { name: 'negozio 1234' }, REGION],
  ['store', { code: 'N1234' }, REGION],
  ['store', { city: 'paese 1234' }, REGION],
  ['store', { businessId: FIRST + 7 }, REGION],
  ['store', { disabled: true }, REGION],
  ['app_user', { username: 'utente.1234' }, REGION],
  ['app_user', { lastName: 'cognome 1234' }, REGION],
  ['app_user', { profile: 'ASL' }, REGION],
  ['app_user', { aslId: ASL.cagliari }, REGION],
  ['app_user', { businessId: FIRST + 7 }, REGION],
  ['app_user', { disabled: true }, REGION],
  ['product', { name: 'prodotto 1234' }, REGION],
  ['product', { ean1: '90001234' }, REGION],
  ['product', { manufacturerId: FIRST + 7 }, REGION],
  ['product', { categoryType: 'PROTEIN_FREE' }, REGION],
  ['product', { disabled: true }, REGION],
  ['category', { name: 'categoria 1234' }, REGION],
  ['manufacturer', { name: 'produttore 1234' }, REGION],
  ['patient', { fiscalCode: 'X01234' }, REGION],
  ['patient', { lastName: 'cognome 1234' }, REGION],
  ['patient', { status: 'DISABLED' }, REGION],
  ['patient', { fiscalCode: 'X01234' }, ASL.sassari],
  ['patient', { lastName: 'cognome 1234' }, ASL.sassari],
  ['patient', { status: 'DISABLED' }, ASL.cagliari],
  ['dossier', { fiscalCode: 'X01234' }, REGION],
  ['dossier', { type: 'PROTEIN_FREE' }, REGION],
  ['dossier', { status: 'REVOKED' }, REGION],
  ['dossier', { fiscalCode: 'X01234' }, ASL.sassari],
  ['dossier', { aslId: ASL.cagliari }, ASL.cagliari],
  ['voucher', { code: 'V01234' }, REGION],
  ['voucher', { fiscalCode: 'X01234' }, REGION],
  ['voucher', { month: '2019-03-01' }, REGION],
  ['voucher', { status: 'REVOKED' }, REGION],
  ['voucher', { fiscalCode: 'X01234' }, ASL.sassari],
];

async function fill(trx: Database): Promise<void> {
  const n = sql`generate_series(${FIRST}::int + 1, ${FIRST}::int + ${ROWS}::int) n`;
  const place = sql`lpad((n - ${FIRST}::int)::text, 6, '0')`;
  const number = sql`(n - ${FIRST}::int)`;
  const off = sql`case when n % ${RARE}::int = 0 then now() end`;
  const statements = [
    sql`insert into business (business_id, company_name, vat, fiscal_code, address, disabled_at)
      select n, 'Impresa ' || ${number}, '00001' || ${place}, '00001' || ${place}, 'Via', ${off} from ${n}`,
    sql`insert into store (store_id, business_id, code, district_code, name, address, street_number, city, latitude,
        longitude, disabled_at)
      select n, n, 'N' || ${number}, 'D', 'Negozio ' || ${number}, 'Via', '1', 'Paese ' || ${number}, 40, 9, ${off}
      from ${n}`,
    sql`insert into app_user (user_id, username, profile, first_name, last_name, asl_id, disabled_at)
      select n, 'utente.' || ${number}, case when n % ${RARE}::int = 1 then 'ASL' else 'BUSINESS' end, 'Nome',
        'Cognome ' || ${number}, case when n % ${RARE}::int = 1 then ${ASL.cagliari}::int end, ${off} from ${n}`,
    sql`insert into user_business (user_id, business_id) select n, n from ${n} where n % ${RARE}::int <> 1`,
    sql`insert into manufacturer (manufacturer_id, name) select n, 'Produttore ' || ${number} from ${n}`,
    sql`insert into category (category_id, name, type) select n, 'Categoria ' || ${number}, 'CELIAC' from ${n}`,
    sql`insert into product (product_id, name, ean1, ref_price, manufacturer_id, category_type, disabled_at)
      select n, 'Prodotto ' || ${number}, '9000' || ${number} || '-', 1, n,
        case when n % ${RARE}::int = 1 then 'PROTEIN_FREE' else 'CELIAC' end, ${off} from ${n}`,
    sql`insert into patient (patient_id, fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
      select n, 'X' || ${place}, 'Nome', 'Cognome ' || ${number}, 'F', '1990-01-01', 'NONE',
        case when n % ${RARE}::int = 1 then 'DISABLED' else 'ENABLED' end from ${n}`,
    sql`insert into dossier (dossier_id, patient_id, asl_id, type, status, monthly_amount)
      select n, n, case when n % ${RARE}::int < 5 then ${ASL.cagliari}::int else ${ASL.sassari}::int end,
        case when n % ${RARE}::int = 1 then 'PROTEIN_FREE' else 'CELIAC' end,
        case when n % ${RARE}::int = 2 then 'REVOKED' else 'APPROVED' end,
        case when n % ${RARE}::int = 1 then 90 end from ${n}`,
    sql`insert into voucher (voucher_id, dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
      select n, n, 'V' || ${place}, case when n % ${RARE}::int = 1 then date '2019-03-01' else date '2019-04-01' end,
        case when n % ${RARE}::int = 2 then 'REVOKED' else 'ENABLED' end, '2019-04-01', '2019-05-01', 90, 90 from ${n}`,
  ];
  await sql`set local statement_timeout = 0`.execute(trx);
  for (const statement of statements) await statement.execute(trx);
  // A sample of all rows, which no later one replaces: the estimates, and with them the plans, are always the same.
  for (const table of TABLES) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(trx);
  await sql`set local default_statistics_target = ${sql.lit(WHOLE_SAMPLE)}`.execute(trx);
  await sql`analyze`.execute(trx);
}

describeOnEachDatabase('administration of many rows', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
    await server.db.transaction().execute(fill);
  });
  afterAll(() => server.close());

  /** The number of rows of large tables that the work read sequentially. */
  async function readOneByOne(work: (db: Database) => Promise<void>): Promise<number> {
    return server.db.transaction().execute(async (trx) => {
      const read = async () => {
        const { rows } = await sql<{ count: string }>`select coalesce(sum(seq_tup_read), 0) as count
          from pg_stat_xact_user_tables where relname = any(${TABLES})`.execute(trx);
        return Number(rows[0]?.count);
      };
      const before = await read();
      await work(trx);
      return (await read()) - before;
    });
  }

  function asked(table: string, aslId: number | null) {
    const resource = adminResources.find((one) => one.table === table);
    if (!resource) throw new Error(`nothing is administered in ${table}`);
    const principal: Principal = {
      sessionId: '',
      userId: 1,
      username: '',
      profile: 'OPERATOR',
      businessId: null,
      aslId,
      call: 'search',
      address: '',
      trace: '',
    };
    return { resource, principal, signal: new AbortController().signal };
  }

  test.each(SEARCHES)(
    'rules §9 search of %s by %j, of office %s: no large table is read through',
    async (table, search, aslId) => {
      const { resource, principal, signal } = asked(table, aslId);
      const read = await readOneByOne(async (db) => {
        const services = { ...server.services, db };
        const found = await searchRows(services, resource, principal, { ...search, size: 10 }, signal);
        let rows = 0;
        for await (const batch of found.batches) rows += batch.rows.length;
        expect(rows).toBeGreaterThan(0);
        expect(found.totalCount).toBeGreaterThanOrEqual(rows);
        for await (const batch of exportRows(services, resource, principal, search, signal)) rows -= batch.rows.length;
        expect(rows).toBeLessThanOrEqual(0);
      });
      expect(read).toBeLessThan(FEW);
    },
  );
});
