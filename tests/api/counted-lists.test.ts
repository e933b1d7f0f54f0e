import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminManufacturers } from '#contract/admin/products.ts';
import { api } from '#contract/api.ts';
import { type Call, type CallInput, resourceOf } from '#contract/call.ts';
import { file, type Pagination } from '#contract/entities/shared.ts';

import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

/** Of each list; the tables of the fixture have some more. */
const ROWS = 10_003;
const MOST_COUNTED = 10_000;
const SIZE = 10;
/** Above the ids of the fixture. */
const FIRST = 1_000_000;
const MONTH = '2026-05-01';

/** Every call of the contract that answers with a page. */
const LISTS = api.filter(({ answer: { shape } }) => shape.kind === 'record' && 'pagination' in shape.fields);

interface Search {
  /** The region searches where it is not said. */
  readonly as?: string;
  /** Criteria that find `ROWS` rows or more. */
  readonly by?: object;
  /** Whether kept sums tell how many there are, so that the number is always exact. */
  readonly isSummed?: boolean;
}

const OF_MONTH = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: MONTH };

/** A new list is tested as soon as its rows are made in `fill`; one with a criterion names it here. */
const SEARCHES: Readonly<Record<string, readonly Search[]>> = {
  'purchases.search': [
    { as: USERS.aurora, isSummed: true },
    { as: USERS.aurora, by: { patientId: PATIENTS.withPin.id, dossierId: 10 } },
  ],
  'amc-orders.search': [{ as: USERS.aurora }, { as: USERS.aslSassari }],
  'products.search': [{ as: USERS.aurora, by: { name: 'prodotto' } }],
  'admin-patients.search': [{ by: { lastName: 'cognome' } }],
  'admin-dossiers.search': [{ by: { status: 'APPROVED' } }],
  'admin-vouchers.search': [{ by: { status: 'ENABLED' } }],
  'admin-consultations.search': [
    { by: { fiscalCode: PATIENTS.withPin.fiscalCode, dateStart: '2026-04-01', dateEnd: '2026-04-30' } },
  ],
  'admin-mismatches.search': [{ by: OF_MONTH }],
  'admin-findings.search': [{ by: { monthStart: MONTH, monthEnd: MONTH } }],
};

const CASES = LISTS.flatMap((call) => (SEARCHES[call.name] ?? [{}]).map((search) => ({ call, search })));

async function fill({ db }: TestServer): Promise<void> {
  const n = sql`generate_series(${FIRST}::int + 1, ${FIRST}::int + ${ROWS}::int) n`;
  const number = sql`(n - ${FIRST}::int)`;
  const aurora = sql`${STORES.auroraCentro}::bigint, ${BUSINESSES.aurora}::bigint`;
  const parties = sql`(select named_parties(${STORES.auroraCentro}, ${ASL.sassari}))`;
  const statements = [
    sql`insert into asl (asl_id, code, name) select n, 'A' || n, 'Azienda ' || ${number} from ${n}`,
    sql`insert into business (business_id, company_name, vat, fiscal_code, address)
      select n, 'Impresa ' || ${number}, n::text, n::text, 'Via' from ${n}`,
    sql`insert into store (store_id, business_id, code, district_code, name, address, street_number, city, latitude, longitude)
      select n, n, 'N' || n, 'D', 'Negozio ' || ${number}, 'Via', '1', 'Paese', 40, 9 from ${n}`,
    sql`insert into app_user (user_id, username, profile, first_name, last_name)
      select n, 'utente.' || ${number}, 'BUSINESS', 'Nome', 'Cognome' from ${n}`,
    sql`insert into till (user_id, store_id, name) select n, n, 'Cassa' from ${n}`,
    sql`insert into dossier_kind (code, name_it, name_en, amount_by)
      select 'TIPO_' || n, 'Tipo ' || n, 'Kind ' || n, 'OWN' from ${n}`,
    sql`insert into category (category_id, name, type) select n, 'Categoria ' || ${number}, 'CELIAC' from ${n}`,
    sql`insert into manufacturer (name)
      select case when ${number} <= ${MOST_COUNTED}::int then 'Contato ' else 'Uno di più ' end || n from ${n}`,
    sql`insert into product (name, ean1, ref_price, manufacturer_id, category_type)
      select 'Prodotto ' || ${number}, '9000' || n, 1, manufacturer_id, 'CELIAC' from ${n},
        (select manufacturer_id from product where product_id = ${PRODUCTS.bread.id}) made`,
    sql`insert into patient (patient_id, fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
      select n, 'X' || n, 'Nome', 'Cognome ' || ${number}, 'F', '1990-01-01', 'NONE', 'ENABLED' from ${n}`,
    sql`insert into dossier (dossier_id, patient_id, asl_id, type, status)
      select n, n, ${ASL.sassari}::bigint, 'CELIAC', 'APPROVED' from ${n}`,
    sql`insert into voucher (voucher_id, dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
      select n, n, 'V' || n, ${MONTH}::date, 'ENABLED', '2026-05-01', '2026-05-31', 90, 90 from ${n}`,
    sql`insert into cart (cart_id, patient_id, dossier_id, voucher_id, store_id, business_id, user_id, created_at)
      select n, ${PATIENTS.withPin.id}::bigint, 10, 100, ${aurora}, 1, '2026-05-02' from ${n}`,
    sql`insert into purchase (purchase_id, cart_id, patient_id, dossier_id, voucher_id, store_id, business_id, asl_id, user_id,
        parties_id, created_at, items_amount, residual_after, status)
      select n, n, ${PATIENTS.withPin.id}::bigint, 10, 100, ${aurora}, ${ASL.sassari}::bigint, 1, ${parties}, '2026-05-02', 1, 0,
        'ACTIVE' from ${n}`,
    sql`insert into ledger_entry (purchase_id, kind, amount, at, counts_at, sold_at, voucher_id, patient_id, asl_id, business_id,
        store_id, dossier_type, parties_id)
      select purchase_id, 'SALE', items_amount, created_at, created_at, created_at, voucher_id, patient_id, asl_id, business_id,
        store_id, 'CELIAC', parties_id from purchase where purchase_id > ${FIRST}::int`,
    // Each is a mismatch of its month too: nobody has answered it.
    sql`insert into amc_order (store_id, business_id, asl_id, user_id, ordered_at, created_at, amount, esb_status, parties_id)
      select ${aurora}, ${ASL.sassari}::bigint, 1, '2026-05-03', '2026-05-03', 1, 'SENT', ${parties} from ${n}`,
    sql`insert into consultation (at, user_id, patient_id, call)
      select '2026-04-15', 1, ${PATIENTS.withPin.id}::bigint, 'patients.search' from ${n}`,
    sql`insert into monthly_wrong_pins (month, business_id, user_id, count)
      select ${MONTH}::date, n, n, 20 from ${n}`,
    sql`insert into import_run (kind, file_name, state, created_at, touched_at, ended_at)
      select 'asl', 'asl.csv', 'DONE', '2026-05-01', '2026-05-01', '2026-05-01' from ${n}`,
    sql`insert into month_closing (asl_id, business_id, month, closed_at, user_id, purchases_count, purchases_amount,
        cancellations_count, cancellations_amount, corrections_count, corrections_amount, orders_count, orders_amount,
        rejections_count, rejections_amount, control_total)
      select ${ASL.cagliari}::bigint, n, '2026-03-01', '2026-04-02', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '0' from ${n}`,
    sql`analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
}

describeOnEachDatabase('long lists', (database) => {
  let server: TestServer;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    server = await startTestServer({ database });
    for (const username of [USERS.aurora, USERS.aslSassari, USERS.region]) {
      tokens[username] = await signInAs(server, username);
    }
    await fill(server);
  });
  afterAll(() => server.close());

  function ask(
    call: Call,
    { as = USERS.region, by = {} }: Search,
    more: object,
  ): Promise<Readonly<Record<string, unknown>>> {
    const sent = { ...by, ...more };
    const input = (call.method === 'GET' ? { query: sent } : { body: sent }) as CallInput<Call>;
    return server.callOk(call, input, { token: tokens[as] }) as Promise<Readonly<Record<string, unknown>>>;
  }

  async function page(call: Call, search: Search, at: { readonly page: number; readonly size: number }) {
    const answer = await ask(call, search, at);
    const rows = Object.values(answer).find((value) => Array.isArray(value)) ?? [];
    return { pagination: answer.pagination as Pagination, rows: rows as readonly unknown[] };
  }

  test.each(CASES)(
    'rules §1 counts: $call.name of $search.by by $search.as is counted to 10,000, and pages lead on',
    async ({ call, search }) => {
      const beyond = await page(call, search, { page: 5000, size: SIZE });
      const total = beyond.pagination.totalCount;
      expect(total).toBeGreaterThanOrEqual(ROWS);
      expect(beyond).toMatchObject({ rows: [] });
      expect(beyond.pagination).not.toHaveProperty('hasMore');

      const told = search.isSummed === true ? { totalCount: total } : { totalCount: MOST_COUNTED, hasMore: true };
      for (const at of [0, 1, MOST_COUNTED / SIZE - 1]) {
        const { pagination, rows } = await page(call, search, { page: at, size: SIZE });
        expect(pagination, `page ${at}`).toMatchObject(told);
        expect(rows).toHaveLength(SIZE);
      }

      const last = await page(call, search, { page: Math.floor((total - 1) / SIZE), size: SIZE });
      expect(last.pagination).toMatchObject({ totalCount: total });
      expect(last.pagination).not.toHaveProperty('hasMore');
      expect(last.rows).toHaveLength(((total - 1) % SIZE) + 1);
    },
  );

  test('rules §1 counts: 10,000 rows are exact', async () => {
    const { pagination } = await page(
      adminManufacturers.calls.search,
      { by: { name: 'contato' } },
      { page: 0, size: 5 },
    );
    expect(pagination).toMatchObject({ totalCount: MOST_COUNTED, totalPages: 2000 });
    expect(pagination).not.toHaveProperty('hasMore');
  });

  const EXPORTS = LISTS.flatMap((call) => {
    const [search = {}] = SEARCHES[call.name] ?? [];
    const isOfList = ({ answer, path }: Call) => answer === file && path.endsWith('/csv') && !path.includes('{');
    const whole = api.find((one) => isOfList(one) && resourceOf(one) === resourceOf(call));
    return whole ? [{ call, search, whole }] : [];
  });

  test.each(EXPORTS)(
    'rules §1 counts: $whole.name of $search.by by $search.as has every row',
    async ({ call, search, whole }) => {
      const { pagination } = await page(call, search, { page: 5000, size: SIZE });
      const { base64 } = await ask(whole, search, {});
      const lines = Buffer.from(String(base64), 'base64').toString('utf8').trimEnd().split('\r\n');
      expect(lines.length).toBeGreaterThan(pagination.totalCount);
    },
  );
});
